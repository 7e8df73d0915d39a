import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Plugin } from "vite";

const folder = new URL("../.output/", import.meta.url);
const file = new URL("modules.json", folder);
const packageName = /.*node_modules\/((?:@[^/]+\/)?[^/]+).*/;

/** Characters that each module brings into each script of the build, before they are minified. */
export type ModuleReport = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Writes `.output/modules.json` while the extension is built; a package counts as one module. */
export function moduleReport(): Plugin {
	return {
		name: "webhand-module-report",
		apply: "build",
		generateBundle: (_options, bundle) => {
			const report: Record<string, Record<string, number>> = { ...readReport() };
			for (const chunk of Object.values(bundle)) {
				if (chunk.type !== "chunk") continue;
				const sizes: Record<string, number> = {};
				for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
					const name = nameOf(id);
					sizes[name] = (sizes[name] ?? 0) + renderedLength;
				}
				report[chunk.name] = sizes;
			}
			mkdirSync(folder, { recursive: true });
			writeFileSync(file, JSON.stringify(report, null, "\t"));
		},
	};
}

/** The report of the newest build; empty before the first. */
export function readReport(): ModuleReport {
	try {
		return JSON.parse(readFileSync(file, "utf8"));
	} catch {
		return {};
	}
}

/** Our own file by its path in the repository, another's by its package. */
function nameOf(id: string): string {
	if (id.includes("node_modules")) return id.replace(packageName, "$1");
	return id.replace(/^.*\/((?:apps|packages)\/)/, "$1");
}
