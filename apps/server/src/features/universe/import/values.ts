import { COUNTRY_NAMES } from '@quarry/filters';

/** Marks a value that cannot be parsed. */
export const UNCLEAR = Symbol('unclear');

/** A parsed value; null if it is empty. */
export type Read<T> = T | null | typeof UNCLEAR;

const MAX_TEXT = 20_000;
const MAX_LABEL = 500;
const MAX_LIST = 200;
const MAX_REMEMBERED = 10_000;

// Control characters except line feeds and tabs, byte order marks and non-characters.
const CONTROLS = /(?![\n\t])\p{Cc}|[\ufeff\ufffe\uffff]/gu;

/** Most texts: nothing in them has to change. */
const CLEAN_TEXT = /^[!-~](?:[ -~]*[!-~])?$/;
const CLEAN_LABEL = /^[!-~]+(?: [!-~]+)*$/;

/** Removes control characters and outer blanks, and accepts numbers. */
export function readText(value: unknown): Read<string> {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'string') return UNCLEAR;
  if (value.length <= MAX_TEXT && CLEAN_TEXT.test(value)) return value;
  const clean = value.toWellFormed().replaceAll('\r\n', '\n').replace(CONTROLS, '').normalize('NFC').trim();
  if (clean === '') return null;
  return clean.length > MAX_TEXT ? `${clean.slice(0, MAX_TEXT).toWellFormed()}…` : clean;
}

/** A text on one line. */
export function readLabel(value: unknown): Read<string> {
  if (typeof value === 'string' && value.length <= MAX_LABEL && CLEAN_LABEL.test(value)) return value;
  const text = readText(value);
  return typeof text === 'string' ? text.replace(/\s+/g, ' ').slice(0, MAX_LABEL).toWellFormed() : text;
}

/** A number from `low` to `high`; accepts thousands separators. */
export function readNumber(value: unknown, low: number, high: number): Read<number> {
  if (typeof value === 'bigint') return readNumber(Number(value), low, high);
  if (typeof value === 'number') return Number.isFinite(value) && value >= low && value <= high ? value : UNCLEAR;
  const text = readText(value);
  if (typeof text !== 'string') return text;
  const plain = /^[+-]?\d{1,3}(?:[, '’\u00a0]\d{3})+(?:\.\d+)?$/.test(text) ? text.replace(/[, '’\u00a0]/g, '') : text;
  return /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(plain) ? readNumber(Number(plain), low, high) : UNCLEAR;
}

export function readInteger(value: unknown, low: number, high: number): Read<number> {
  const number = readNumber(value, low, high);
  return typeof number === 'number' ? (Number.isInteger(number) ? number : UNCLEAR) : number;
}

/** A range such as `51-200`, `10,001+`, `1 to 10`. */
export function readRange(value: unknown): Read<{ min: number | null; max: number | null }> {
  const text = readText(value);
  if (typeof text !== 'string') return text;
  const found = /^([\d,. ]+?)\s*(?:(?:-|–|—|to)\s*([\d,. ]+)|(\+))?(?:\s*employees)?$/i.exec(text);
  if (found === null) return UNCLEAR;
  const [, low, high, open] = found;
  const min = readInteger((low ?? '').replace(/[,. ]/g, ''), 0, 1e8);
  const max = high === undefined ? null : readInteger(high.replace(/[,. ]/g, ''), 0, 1e8);
  if (typeof min !== 'number' || max === UNCLEAR) return UNCLEAR;
  if (high === undefined && open === undefined) return { min, max: min };
  return max !== null && max < min ? UNCLEAR : { min, max };
}

const TRUE = new Set(['true', 'yes', 'y', '1', 't']);
const FALSE = new Set(['false', 'no', 'n', '0', 'f']);

/** Accepts words such as yes and no. */
export function readBoolean(value: unknown): Read<boolean> {
  if (typeof value === 'boolean') return value;
  const text = readText(value);
  if (typeof text !== 'string') return text;
  const word = text.toLowerCase();
  return TRUE.has(word) ? true : FALSE.has(word) ? false : UNCLEAR;
}

/** A day as `yyyy-mm-dd`, from 1900 to 2299; drops the time of day, and takes a month as its first day. */
export function readDay(value: unknown): Read<string> {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? UNCLEAR : readDay(value.toISOString());
  const text = readText(value);
  if (typeof text !== 'string') return text;
  const parts = /^((?:19|20|21|22)\d\d-\d\d)(-\d\d(?:[T ].*)?)?$/.exec(text);
  return parts === null ? UNCLEAR : existingDay(`${parts[1]}${(parts[2] ?? '-01').slice(0, 3)}`);
}

/** A file has few different days. */
const existingDay = remembered((day: string): Read<string> => {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : UNCLEAR;
});

/** Distinct labels from an array, a JSON array, or a text split at semicolons or bars. */
export function readList(value: unknown): Read<string[]> {
  const items = Array.isArray(value) ? value : itemsOf(value);
  if (items === null || items === UNCLEAR) return items;
  const labels: string[] = [];
  for (const item of items) {
    const label = readLabel(item);
    if (label === UNCLEAR) return UNCLEAR;
    if (label !== null && !labels.includes(label)) labels.push(label);
    if (labels.length === MAX_LIST) break;
  }
  return labels.length === 0 ? null : labels;
}

function itemsOf(value: unknown): Read<unknown[]> {
  const text = readText(value);
  if (typeof text !== 'string') return text;
  if (!text.startsWith('[')) return text.split(/\s*[;|]\s*/);
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : UNCLEAR;
  } catch (error) {
    if (error instanceof SyntaxError) return UNCLEAR;
    throw error;
  }
}

const COUNTRY_CODES = new Map<string, string>();
const fold = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();
for (const [code, name] of Object.entries(COUNTRY_NAMES)) COUNTRY_CODES.set(fold(name), code);
const names = new Intl.DisplayNames(['en'], { type: 'region' });
for (const code of Object.keys(COUNTRY_NAMES)) COUNTRY_CODES.set(fold(names.of(code) ?? code), code);
const OTHER_NAMES = `usa:US|united states of america:US|u s a:US|u s:US|america:US|uk:GB|great britain:GB|england:GB|scotland:GB|
  wales:GB|northern ireland:GB|russia:RU|russian federation:RU|south korea:KR|republic of korea:KR|korea:KR|north korea:KP|
  iran:IR|viet nam:VN|czech republic:CZ|holland:NL|the netherlands:NL|macedonia:MK|bosnia and herzegovina:BA|ivory coast:CI|
  cote d ivoire:CI|congo:CG|democratic republic of the congo:CD|tanzania:TZ|venezuela:VE|bolivia:BO|moldova:MD|syria:SY|
  laos:LA|taiwan:TW|hong kong:HK|macau:MO|macao:MO|palestine:PS|turkey:TR|turkiye:TR|burma:MM|swaziland:SZ|cape verde:CV|
  vatican city:VA|uae:AE|brasil:BR|deutschland:DE|espana:ES|italia:IT|osterreich:AT|schweiz:CH|suisse:CH|polska:PL|sverige:SE|
  kosovo:XK|saint martin:MF|trinidad and tobago:TT|antigua and barbuda:AG`;
for (const entry of OTHER_NAMES.split('|')) {
  const [name = '', code = ''] = entry.trim().split(':');
  COUNTRY_CODES.set(fold(name), code);
}

/** The two-letter code, from a code or an English name. */
export function readCountry(value: unknown): Read<string> {
  const text = readLabel(value);
  return typeof text === 'string' ? countryCode(text) : text;
}

const countryCode = remembered((text: string): Read<string> => {
  const code = text.toUpperCase();
  if (code !== 'UK' && (COUNTRY_NAMES[code] !== undefined || code === 'XK')) return code;
  return COUNTRY_CODES.get(fold(text)) ?? UNCLEAR;
});

/** The same function, which keeps answers for the texts that columns repeat. */
function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = compute(text);
    if (answers.size < MAX_REMEMBERED) answers.set(text, answer);
    return answer;
  };
}
