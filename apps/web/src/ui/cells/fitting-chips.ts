const FONT = '12px Inter, system-ui, sans-serif';
const PADDING = 14;
const GAP = 4;
/** Room for `+99`. */
const REST_WIDTH = 34;

const widths = new Map<string, number>();
let context: CanvasRenderingContext2D | null | undefined;

function widthOf(text: string): number {
  let width = widths.get(text);
  if (width !== undefined) return width;
  if (context === undefined) {
    context = document.createElement('canvas').getContext('2d');
    if (context) context.font = FONT;
    // What was measured before the font came is a little off.
    void document.fonts.ready.then(() => widths.clear());
  }
  width = Math.ceil(context?.measureText(text).width ?? text.length * 7);
  widths.set(text, width);
  return width;
}

/** How many of these texts fit as whole chips into the width, beside `+n` if not all do; at least one, which may be cut. */
export function fittingChips(texts: readonly string[], width: number, measure = widthOf): number {
  let used = 0;
  for (const [index, text] of texts.entries()) {
    used += measure(text) + PADDING + (index > 0 ? GAP : 0);
    const isLast = index === texts.length - 1;
    if (used + (isLast ? 0 : GAP + REST_WIDTH) > width) {
      // The last chip may have room that the others leave for `+n`.
      return Math.max(1, index);
    }
  }
  return texts.length;
}
