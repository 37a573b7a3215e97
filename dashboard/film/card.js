// The graphics card: places and colours of points as buffers, and a drawing of them by WebGL.

const FAINT = 0.12; // of the colour, for what is not selected
const VERTEX = `
attribute vec2 place; attribute float code; attribute float mark;
uniform vec2 scale; uniform vec2 shift; uniform float size; uniform float wanted;
uniform float faint; uniform sampler2D palette; varying vec4 colour;
void main() {
  bool isHidden = wanted >= 0.0 && abs(mark - wanted) > 0.5;
  gl_Position = isHidden ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(place * scale + shift, 0.0, 1.0);
  gl_PointSize = size;
  colour = texture2D(palette, vec2((code + 0.5) / 256.0, 0.5));
  colour.a *= faint;
}`;
const FRAGMENT = `
precision mediump float; varying vec4 colour;
void main() {
  vec2 away = gl_PointCoord - 0.5;
  if (dot(away, away) > 0.25) discard;
  gl_FragColor = vec4(colour.rgb * colour.a, colour.a);
}`;

/** The graphics card with the places on it, null where there is none. */
function cardOf(canvas, places) {
  const gl = canvas.getContext("webgl", { antialias: false });
  if (!gl) return null;
  const num = places.length / 2;
  const program = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  const at = (name) => gl.getUniformLocation(program, name);
  const [scale, shift, size, wanted, faint] = ["scale", "shift", "size", "wanted", "faint"].map(at);
  const arrays = [["place", places, 2, gl.UNSIGNED_SHORT, true], ["code", new Uint8Array(num), 1, gl.UNSIGNED_BYTE, false],
    ["mark", new Uint8Array(num), 1, gl.UNSIGNED_BYTE, false]].map(([name, content, parts, type, isShare]) => {
    const buffer = gl.createBuffer();
    const place = gl.getAttribLocation(program, name);
    const fill = (values) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
    };
    fill(content);
    gl.enableVertexAttribArray(place);
    const use = (step) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.vertexAttribPointer(place, parts, type, isShare, step * parts * content.BYTES_PER_ELEMENT, 0);
    };
    return { fill, use };
  });
  const [, codes, marks] = arrays;
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  for (const [name, value] of [[gl.TEXTURE_MIN_FILTER, gl.NEAREST], [gl.TEXTURE_MAG_FILTER, gl.NEAREST],
    [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]]) {
    gl.texParameteri(gl.TEXTURE_2D, name, value);
  }
  const palette = new Uint8Array(4 * 256).fill(160);
  const give = () => gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, palette);
  give();
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  const card = {
    numMarked: 0,
    paint(part) {
      codes.fill(part.codes);
      part.colours.forEach((colour, k) => {
        const parts = [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16));
        palette.set([...parts, 255 * part.opacity], 4 * k);
      });
      give();
    },
    mark(values) {
      marks.fill(values);
      card.numMarked = values.reduce((sum, value) => sum + value, 0);
    },
    /** Draws every `step`-th point; where some are marked, those above the faint others. */
    draw(view, unit, pixels, step, hasMarks) {
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      const [across, up] = [(2 * unit) / view.width, (2 * unit) / view.height];
      gl.uniform2f(scale, across, up);
      gl.uniform2f(shift, -view.x * across, -view.y * up);
      arrays.forEach((array) => array.use(step));
      for (const [which, share, more] of hasMarks ? [[0, FAINT, 0], [1, 1, 1.5]] : [[-1, 1, 0]]) {
        gl.uniform1f(wanted, which);
        gl.uniform1f(faint, share);
        gl.uniform1f(size, pixels + more);
        gl.drawArrays(gl.POINTS, 0, Math.floor((num - 1) / step) + 1);
      }
    },
    end: () => gl.getExtension("WEBGL_lose_context")?.loseContext(),
  };
  return card;
}
