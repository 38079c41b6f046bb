// Where an AudioContext that is stepped meets media elements and streams. A stream's track is there and silent (nothing
// in real time may be heard), but an element that plays the stream of a destination node is heard as it should be.
(hub, audio, media) => {
  if (!audio) return;
  const { real, Context } = audio;
  const nativeDestination = real.createMediaStreamDestination;
  const destinations = new WeakMap();  // stream → the node that feeds it
  const dress = (node, Interface, properties) => {
    Object.setPrototypeOf(node, Interface.prototype);
    for (const [name, value] of Object.entries(properties)) Object.defineProperty(node, name, { enumerable: true, value });
    return node;
  };

  const sources = new WeakSet();
  real.createMediaElementSource = function createMediaElementSource(element) {
    if (!(element instanceof HTMLMediaElement)) throw new TypeError("parameter 1 is not of type 'HTMLMediaElement'.");
    if (sources.has(element)) {
      throw new DOMException("HTMLMediaElement already connected previously to a different MediaElementSourceNode.", "InvalidStateError");
    }
    sources.add(element);
    const node = audio.createGain.call(this);
    media.adopt(element)?.through(node);
    return dress(node, MediaElementAudioSourceNode, { mediaElement: element });
  };

  let still = null;
  const silentStream = () => {
    still ??= audio.makeStill();
    return nativeDestination.call(still).stream;
  };
  real.createMediaStreamDestination = function createMediaStreamDestination() {
    const node = audio.createGain.call(this), stream = silentStream();
    destinations.set(stream, node);
    return dress(node, MediaStreamAudioDestinationNode, { stream });
  };
  const streamSource = (Interface) => function (stream) {
    const node = audio.createGain.call(this), feeding = destinations.get(stream);
    if (feeding?.context === this) audio.connect.call(feeding, node);
    return dress(node, Interface, { mediaStream: stream });
  };
  real.createMediaStreamSource = streamSource(MediaStreamAudioSourceNode);
  if ("MediaStreamTrackAudioSourceNode" in window) {
    real.createMediaStreamTrackSource = streamSource(MediaStreamTrackAudioSourceNode);
  }

  const constructed = {
    MediaElementAudioSourceNode: (context, options) => context.createMediaElementSource(options?.mediaElement),
    MediaStreamAudioSourceNode: (context, options) => context.createMediaStreamSource(options?.mediaStream),
    MediaStreamAudioDestinationNode: (context) => context.createMediaStreamDestination(),
  };
  for (const [name, make] of Object.entries(constructed)) {
    window[name] = new Proxy(window[name], {
      construct: (target, given, made) =>
        (given[0] instanceof Context ? make(...given) : Reflect.construct(target, given, made)),
    });
  }

  // --- elements that play such a stream ---

  const loudspeakers = new WeakMap();
  const speak = (element, isPlaying) => {
    const feeding = destinations.get(element.srcObject);
    loudspeakers.get(element)?.disconnect();
    if (!feeding || !isPlaying) return;
    const speaker = audio.createGain.call(feeding.context);
    speaker.gain.value = element.muted ? 0 : element.volume;
    audio.connect.call(feeding, speaker);
    audio.connect.call(speaker, audio.tapOf(feeding.context));
    loudspeakers.set(element, speaker);
  };
  const known = new WeakSet();
  media.streamed.add((element) => {
    if (known.has(element)) return;
    known.add(element);
    for (const type of ["playing", "volumechange", "pause", "emptied"]) {
      element.addEventListener(type, () => speak(element, !element.paused));
    }
  });
}
