/** A command's progress, on stderr. */
export interface ProgressBar {
  /** `fraction` is 0 to 1; null if the total is unknown. */
  show(fraction: number | null, text: string): void;
  /** Clears the line. */
  end(): void;
}

const WIDTH = 30;
const TERMINAL_EVERY_MS = 100;
const LOG_EVERY_MS = 5000;

/** A bar if stderr is a terminal, otherwise a line every five seconds. */
export function progressBar(): ProgressBar {
  const { stderr } = process;
  let shownAt = 0;
  return {
    show(fraction, text) {
      const now = Date.now();
      if (now - shownAt < (stderr.isTTY ? TERMINAL_EVERY_MS : LOG_EVERY_MS)) return;
      shownAt = now;
      const percent = fraction === null ? '' : `${Math.floor(Math.min(1, fraction) * 100)} % `;
      if (!stderr.isTTY) {
        stderr.write(`${percent}${text}\n`);
        return;
      }
      const full = Math.round(Math.min(1, fraction ?? 0) * WIDTH);
      const bar = fraction === null ? '' : `[${'#'.repeat(full)}${' '.repeat(WIDTH - full)}] `;
      stderr.write(`\r\u001b[2K${bar}${percent}${text}`);
    },
    end() {
      if (stderr.isTTY && shownAt > 0) stderr.write('\r\u001b[2K');
    },
  };
}
