import { AuditAction, AuditPart } from "@webhand/contracts/audit";
import { WorkspaceId } from "@webhand/contracts/ids";
import { ServerTool } from "@webhand/contracts/tools/server-tools";
import type { Place } from "../../place/place.ts";

/** Which rows are listed; "" leaves a part open. Days are `YYYY-MM-DD` in the reader's time zone. */
export type AuditFilter = {
	readonly person: string;
	readonly action: string;
	readonly where: "" | AuditPart | WorkspaceId;
	readonly outcome: "" | "ok" | "failed";
	readonly from: string;
	readonly to: string;
};

export const noFilter: AuditFilter = { person: "", action: "", where: "", outcome: "", from: "", to: "" };

/** Actions of the server host that can be chosen; tools of MCP servers stand in the address alone. */
export const hostActions: readonly string[] = [...ServerTool.options, "workspace.add", "workspace.change", "workspace.remove"];

/** All that can be chosen; members choose among those of the server host. */
export const knownActions: readonly string[] = [...AuditAction.options, ...hostActions];

const dayPattern = /^\d{4}-\d\d-\d\d$/;
const outcomes = ["ok", "failed"] as const;

/** The filter that an address names; what is none of ours stays open. @throws never */
export function filterOf({ query }: Pick<Place, "query">): AuditFilter {
	const action = query["action"] ?? "";
	const day = (text = "") => (dayPattern.test(text) && !Number.isNaN(Date.parse(text)) ? text : "");
	return {
		person: (query["person"] ?? "").trim().slice(0, 254),
		action: knownActions.includes(action) || /^[\w-]+\.[\w./-]+$/.test(action) ? action.slice(0, 100) : "",
		where: AuditPart.or(WorkspaceId).safeParse(query["where"]).data ?? "",
		outcome: outcomes.find((value) => value === query["outcome"]) ?? "",
		from: day(query["from"]),
		to: day(query["to"]),
	};
}

/** The filter as the server reads it: both days count whole. @throws never */
export function queryOf({ person, action, where, outcome, from, to }: AuditFilter) {
	return {
		...(person === "" ? {} : { person }),
		...(action === "" ? {} : { action }),
		...(where === "" ? {} : { where }),
		...(outcome === "" ? {} : { outcome }),
		...(from === "" ? {} : { from: new Date(`${from}T00:00:00`).toISOString() }),
		...(to === "" ? {} : { to: new Date(`${to}T23:59:59.999`).toISOString() }),
	};
}
