/** A line on stderr that shows how far a command is. */
export interface ProgressBar {
  /** Shows a share from 0 to 1 (null where the whole is not known) and a text. */
  show(share: number | null, text: string): void;
  /** Takes the line away. */
  end(): void;
}

const WIDTH = 30;
const TERMINAL_EVERY_MS = 100;
const LOG_EVERY_MS = 5000;

/** A bar where stderr is a terminal; else a line every five seconds. */
export function progressBar(): ProgressBar {
  const { stderr } = process;
  let shownAt = 0;
  return {
    show(share, text) {
      const now = Date.now();
      if (now - shownAt < (stderr.isTTY ? TERMINAL_EVERY_MS : LOG_EVERY_MS)) return;
      shownAt = now;
      const percent = share === null ? '' : `${Math.floor(Math.min(1, share) * 100)} % `;
      if (!stderr.isTTY) {
        stderr.write(`${percent}${text}\n`);
        return;
      }
      const full = Math.round(Math.min(1, share ?? 0) * WIDTH);
      const bar = share === null ? '' : `[${'#'.repeat(full)}${' '.repeat(WIDTH - full)}] `;
      stderr.write(`\r\u001b[2K${bar}${percent}${text}`);
    },
    end() {
      if (stderr.isTTY && shownAt > 0) stderr.write('\r\u001b[2K');
    },
  };
}
