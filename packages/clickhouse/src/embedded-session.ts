import type { Session } from 'chdb';
import { literal } from './literal.ts';
import type { EngineSettings } from './settings.ts';
import { float, text } from './sql.ts';

/** An engine connection and its known settings. At most one statement runs on it at a time. */
export interface EngineSession {
  readonly session: Session;
  /**
   * The `log_comment` of its statements, which identifies the running one to kill: the binding cannot set a query id.
   */
  readonly tag: string;
  /** The current settings; null after a failure, when they are unknown. */
  applied: EngineSettings | null;
  /** Every setting ever set on the connection, to reset them all. */
  readonly touched: Set<string>;
}

let lastTag = 0;

export function engineSession(session: Session): EngineSession {
  lastTag += 1;
  return { session, tag: `quarry-${process.pid}-${lastTag}`, applied: {}, touched: new Set() };
}

/** The `SET` statement that brings a connection to the given settings, or '' if nothing differs. */
export function settingsPrelude(target: EngineSession, settings: EngineSettings): string {
  const assignments: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    if (target.applied === null || target.applied[name] !== value) {
      assignments.push(`${name} = ${settingLiteral(value)}`);
    }
  }
  for (const name of target.touched) {
    if (settings[name] === undefined && (target.applied === null || target.applied[name] !== undefined)) {
      assignments.push(`${name} = DEFAULT`);
    }
  }
  return assignments.length === 0 ? '' : `SET ${assignments.join(', ')};\n`;
}

/** Records the settings after a statement; a failure makes them unknown. */
export function recordSettings(target: EngineSession, settings: EngineSettings, succeeded: boolean): void {
  for (const name of Object.keys(settings)) target.touched.add(name);
  target.applied = succeeded ? settings : null;
}

function settingLiteral(value: string | number): string {
  if (typeof value === 'string') return literal(text(value));
  return Number.isSafeInteger(value) ? String(value) : literal(float(value));
}
