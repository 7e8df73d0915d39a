import { registerHooks } from "node:module";
import type { ParseResult, ParseTask } from "./parser.ts";
import { readDocument } from "./read.ts";

// A document must not make a parser call out. The parsers are loaded after this.
const network = new Set(["child_process", "dgram", "dns", "dns/promises", "http", "http2", "https", "net", "tls"]);
registerHooks({
	resolve: (specifier, context, next) => {
		if (network.has(specifier.replace(/^node:/, ""))) throw new Error(`A parser must not load ${specifier}`);
		return next(specifier, context);
	},
});
for (const name of ["fetch", "WebSocket", "EventSource"]) Reflect.deleteProperty(globalThis, name);

/** The function that `piscina` calls in the worker thread. */
export function parse({ bytes, format }: ParseTask): Promise<ParseResult> {
	return readDocument(bytes, format);
}
