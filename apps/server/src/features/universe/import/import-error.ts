/** The import cannot continue; the message tells the person who started it why, and what to do. */
export class ImportError extends Error {}
