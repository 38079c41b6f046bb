// ScriptProcessorNode for contexts that are stepped: a native one stops the rendering until the page's main thread has
// answered, which it does not while page time stands still. This one is asked between two pieces of the rendering.
(hub, audio) => {
  if (!audio || typeof ScriptProcessorNode !== "function") return;
  const { createScriptProcessor, createChannelSplitter, createAnalyser, createBuffer, createBufferSource } = BaseAudioContext.prototype;
  const defaultSize = 1_024, mostChannels = 8, quantum = 128;
  const { connect } = audio;

  class Processor {
    constructor(stepper, size, inputs, outputs) {
      this.stepper = stepper;
      this.size = size;
      this.outputs = outputs;
      this.began = stepper.rendered;
      const { context } = stepper;
      this.node = audio.createGain.call(context);
      this.outlet = audio.createGain.call(context);
      this.ears = this.listen(context, inputs);
      audio.outlets.set(this.node, this.outlet);
      this.dress();
    }

    listen(context, inputs) {
      if (inputs === 0) return [];
      this.node.channelCount = inputs;
      this.node.channelCountMode = "explicit";
      const splitter = createChannelSplitter.call(context, inputs);
      connect.call(this.node, splitter);
      return Array.from({ length: inputs }, (_, channel) => {
        const ear = createAnalyser.call(context);
        ear.fftSize = this.size;
        connect.call(splitter, ear, channel);
        connect.call(ear, audio.silentDestination(context));  // so that it is asked in every quantum
        return ear;
      });
    }

    // the page sees the processor it requested
    dress() {
      let handler = null;
      this.node.addEventListener("audioprocess", (event) => handler?.call(this.node, event));
      Object.setPrototypeOf(this.node, ScriptProcessorNode.prototype);
      Object.defineProperties(this.node, {
        bufferSize: { enumerable: true, value: this.size },
        onaudioprocess: {
          enumerable: true, get: () => handler,
          set: (value) => { handler = typeof value === "function" ? value : null; },
        },
      });
    }

    nextStop(rendered) { return rendered + this.size - (rendered - this.began) % this.size; }

    process(rendered) {
      if (rendered === this.began || (rendered - this.began) % this.size) return;
      const { context, rate } = this.stepper;
      const inputBuffer = createBuffer.call(context, Math.max(1, this.ears.length), this.size, rate);
      this.ears.forEach((ear, channel) => ear.getFloatTimeDomainData(inputBuffer.getChannelData(channel)));
      const outputBuffer = createBuffer.call(context, Math.max(1, this.outputs), this.size, rate);
      const playbackTime = rendered / rate;
      this.node.dispatchEvent(new AudioProcessingEvent("audioprocess", { playbackTime, inputBuffer, outputBuffer }));
      const source = createBufferSource.call(context);
      source.buffer = outputBuffer;
      connect.call(source, this.outlet);
      audio.startBuffer.call(source, playbackTime + quantum / rate);  // which it takes to be heard
    }
  }

  BaseAudioContext.prototype.createScriptProcessor = function (size = 0, inputs = 2, outputs = 2) {
    const stepper = audio.steppers.get(this);
    const isPossible = [0, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384].includes(size)
      && inputs >= 0 && inputs <= mostChannels && outputs >= 0 && outputs <= mostChannels && inputs + outputs > 0;
    if (!stepper || !isPossible) return createScriptProcessor.call(this, size, inputs, outputs);
    const processor = new Processor(stepper, size || defaultSize, inputs, outputs);
    stepper.processors.add(processor);
    return processor.node;
  };
}
