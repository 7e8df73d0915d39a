import { runnerPatchRoute } from "@webhand/contracts/tools/runner";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { changeOf } from "../../calls/request.ts";
import type { PatchDeps } from "./engine.ts";
import { patchFiles } from "./engine.ts";

const namedPaths = 20;

/** Patches of files; a dry run only shows what would change and needs no grant. */
export function addPatchRoute(app: FastifyInstance, deps: PatchDeps): void {
	addRoute(app, runnerPatchRoute, (request) => {
		const { patch, edits, dryRun } = request.body;
		const names = patch === undefined ? (edits ?? []).map(({ path }) => path) : headerNames(patch);
		const [target = ""] = names;
		const args = {
			paths: [...new Set(names)].slice(0, namedPaths),
			dryRun,
			characters: patch?.length ?? null,
			edits: edits?.length ?? null,
		};
		return patchFiles(deps, changeOf(request, "fs.apply_patch", { target, args }), request.body);
	});
}

/** The names in the headers of a patch as they stand there, so that the audit names also what is refused. */
function headerNames(patch: string): string[] {
	const names: string[] = [];
	for (const [, name = ""] of patch.matchAll(/^(?:---|\+\+\+) ([^\t\r\n]{1,4096})/gm)) {
		if (name !== "/dev/null") names.push(name.replace(/^[ab]\//, ""));
		if (names.length === 2 * namedPaths) break;
	}
	return names;
}
