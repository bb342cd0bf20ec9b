/** When this build was made, in milliseconds since 1970; set by the bundler. */
declare const __BUILD_TIMESTAMP__: number;
