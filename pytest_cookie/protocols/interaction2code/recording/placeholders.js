// Takes external links away, and replaces pictures, videos and frames by placeholders of their size.
() => {
  for (const link of document.querySelectorAll("a[href]")) {
    if (/^(https?:)?\/\//i.test(link.getAttribute("href"))) link.setAttribute("href", "#");
  }
  for (const media of document.querySelectorAll("img, video, iframe[src]")) {
    const { width, height } = media.getBoundingClientRect();
    const size = `width='${width}' height='${height}'`;
    const svg = `<svg xmlns='http://www.w3.org/2000/svg' ${size}><rect ${size} fill='#c9ccd1'/></svg>`;
    Object.assign(media.style, { width: `${width}px`, height: `${height}px` });
    if (media.tagName === "IMG") {
      media.removeAttribute("srcset");
      media.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    } else {
      media.removeAttribute("src");
      media.style.background = "#c9ccd1";
    }
  }
}
