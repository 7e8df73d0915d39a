import type { ReplyOf } from "@webhand/contracts/routes";
import { fileLimits, readFileRoute } from "@webhand/contracts/tools/files";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import type { Workbench } from "../kit/workbench.ts";

type Loaded =
	| { readonly kind: "loaded"; readonly file: ReplyOf<typeof readFileRoute> }
	| { readonly kind: "failed"; readonly problem: ServerProblem };

/** Reads a file of at most 1 MiB at once, to edit it. @throws never */
export async function loadWhole({ api, workspaceId }: Workbench, path: string): Promise<Loaded> {
	try {
		return { kind: "loaded", file: await api.call(readFileRoute, { query: { workspaceId, path, limit: fileLimits.readBytes } }) };
	} catch (error) {
		return { kind: "failed", problem: problemOf(error) };
	}
}
