/** The import can not go on; the message says why and what to do, for the person who started it. */
export class ImportError extends Error {}
