/** Build time in milliseconds since 1970, set by the bundler. */
declare const __BUILD_TIMESTAMP__: number;
