// A drawing as a file.

function savePng(panel, scene, weights) {
  const page = element("canvas", "", "");
  sharpen(page, panel.width, panel.height, 2);
  const pen = page.getContext("2d");
  drawEdges(panel, scene, weights, pen);
  const nodes = page.cloneNode();
  sharpen(nodes, panel.width, panel.height, 2);
  drawOver(panel, scene, weights, null, nodes.getContext("2d"));
  pen.drawImage(nodes, 0, 0, panel.width, panel.height);
  pen.globalCompositeOperation = "destination-over"; // the background last: drawing clears it
  pen.fillStyle = getComputedStyle(panel.stage).getPropertyValue("--st-background-color");
  pen.fillRect(0, 0, panel.width, panel.height);
  page.toBlob((blob) => save(blob, `${panel.title.textContent}.png`));
}

function saveSvg(panel, scene, weights) {
  const lines = byShade(scene, weights).map(([place, edges]) => {
    const path = edges.map((e) => {
      const [i, j] = [scene.edges[2 * e], scene.edges[2 * e + 1]];
      return `M${panel.x[i].toFixed(1)} ${panel.y[i].toFixed(1)}L${panel.x[j].toFixed(1)} ` +
        `${panel.y[j].toFixed(1)}`;
    });
    return `<path d="${path.join("")}" stroke="${scene.colours[place]}" ` +
      `stroke-width="${scene.widths[place]}" fill="none"/>`;
  });
  const dots = Array.from(panel.x, (x, k) =>
    `<circle cx="${x.toFixed(1)}" cy="${panel.y[k].toFixed(1)}" r="${scene.dot / 2}"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${panel.width} ` +
    `${panel.height}">${lines.join("")}<g fill="${scene.neutral}">${dots.join("")}</g></svg>`;
  save(new Blob([svg], { type: "image/svg+xml" }), `${panel.title.textContent}.svg`);
}

function saveButton(kind, onClick) {
  const button = element("button", "link", kind);
  button.type = "button";
  button.title = `Save this drawing as ${kind}`;
  button.addEventListener("click", onClick);
  return button;
}

function save(blob, name) {
  const link = element("a", "", "");
  link.href = URL.createObjectURL(blob);
  link.download = name.replaceAll(/[^\w. ,-]+/g, "");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
