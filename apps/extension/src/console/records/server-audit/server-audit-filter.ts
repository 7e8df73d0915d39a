import { UserId } from "@webhand/contracts/ids";
import { ServerTool } from "@webhand/contracts/tools/server-tools";
import { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import type { Place } from "../../page-props.ts";

/** Which rows are listed; "" leaves a part open. Days are `YYYY-MM-DD` in the reader's time zone. */
export type ServerAuditFilter = {
	readonly person: "" | UserId;
	readonly workspace: "" | WorkspaceId;
	readonly action: string;
	readonly outcome: "" | "ok" | "failed";
	readonly from: string;
	readonly to: string;
};

export const noFilter: ServerAuditFilter = { person: "", workspace: "", action: "", outcome: "", from: "", to: "" };

/** Actions of the list of choices: tools, then what is done to workspaces and what agent-api notes. */
export const knownActions: readonly string[] = [
	...ServerTool.options,
	...[
		"workspace.add",
		"workspace.change",
		"workspace.remove",
		"gate",
		"mode.raise",
		"model.choose",
		"model.drop",
		"trace.read",
		"trace.share",
		"trace.unshare",
	],
];

const outcomes = ["ok", "failed"] as const;

/** The filter that an address names; what is none of ours stays open. @throws never */
export function filterOf({ query }: Pick<Place, "query">): ServerAuditFilter {
	const person = UserId.safeParse(query["person"]);
	const workspace = WorkspaceId.safeParse(query["workspace"]);
	const day = (text = "") => (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "");
	return {
		person: person.success ? person.data : "",
		workspace: workspace.success ? workspace.data : "",
		action: (query["action"] ?? "").slice(0, 100),
		outcome: outcomes.find((value) => value === query["outcome"]) ?? "",
		from: day(query["from"]),
		to: day(query["to"]),
	};
}

/** The filter as the server reads it: both days count whole. @throws never */
export function queryOf({ person, workspace, action, outcome, from, to }: ServerAuditFilter) {
	return {
		...(person === "" ? {} : { userId: person }),
		...(workspace === "" ? {} : { workspaceId: workspace }),
		...(action === "" ? {} : { action }),
		...(outcome === "" ? {} : { outcome }),
		...(from === "" ? {} : { from: new Date(`${from}T00:00:00`).toISOString() }),
		...(to === "" ? {} : { to: new Date(`${to}T23:59:59.999`).toISOString() }),
	};
}
