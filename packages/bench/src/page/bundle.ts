import { fileURLToPath } from "node:url";
import { build } from "vite";

/**
 * Bundles the code of a side as one classic script.
 *
 * @param name file in `inside/`
 * @throws Error if a package is not installed
 */
export async function bundleInside(name: "ours" | "page-agent" | "page-controller"): Promise<string> {
	const result = await build({
		configFile: false,
		logLevel: "silent",
		resolve: { conditions: ["@webhand/source"] },
		build: {
			write: false,
			target: "es2024",
			lib: { entry: fileURLToPath(new URL(`inside/${name}.ts`, import.meta.url)), formats: ["iife"], name: "bundle" },
		},
	});
	const [output] = Array.isArray(result) ? result : [result];
	const chunk = output !== undefined && "output" in output ? output.output[0] : undefined;
	if (chunk === undefined) throw new Error(`Nothing was bundled of ${name}`);
	return chunk.code;
}
