import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const parts = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;
const exported = /^export (?:const|function|class) (\w+)/gm;

/**
 * Leaves out of zod what writes schemas as JSON Schema: a seventh of it, hung onto every schema, and nothing in the extension asks for it. The
 * services, which write OpenAPI, have it all.
 */
export function withoutJsonSchema(): Plugin {
	return {
		name: "webhand-without-json-schema",
		apply: "build",
		enforce: "pre",
		load: (id) => {
			if (!parts.test(id)) return null;
			const names = [...readFileSync(id, "utf8").matchAll(exported)].map(([, name]) => name);
			const leftOut = 'const leftOut = () => { throw new Error("JSON Schema is left out of this build"); };';
			return [leftOut, ...names.map((name) => `export const ${name} = leftOut;`)].join("\n");
		},
	};
}
