const both = { dts: false, sourcemap: true } as const;

/** One file per subpath, since that is what `exports` publishes. Services in development read the sources instead. */
const published = { ...both, entry: ["src/**/*.ts", "!src/**/*.test.ts"], unbundle: true, fixedExtension: true };

/** A package that runs in the browser too. */
export const packageForAll = { ...published, platform: "neutral", target: "es2024" } as const;

/** A package of the services. */
export const packageForNode = { ...published, platform: "node", target: "node24" } as const;

/** What a production image runs; packages and libraries stay in node_modules. Comments stay behind: V8 keeps the source of all it loads. */
export const service = { ...both, platform: "node", target: "node24", outputOptions: { comments: false } } as const;
