import { AuditAction } from "@webhand/contracts/auth/audit";
import type { Place } from "../../page-props.ts";

/** Which rows are listed; "" leaves a part open. Days are `YYYY-MM-DD` in the reader's time zone. */
export type AuditFilter = {
	readonly person: string;
	readonly action: "" | AuditAction;
	readonly outcome: "" | "ok" | "failed";
	readonly from: string;
	readonly to: string;
};

export const noFilter: AuditFilter = { person: "", action: "", outcome: "", from: "", to: "" };

const dayPattern = /^\d{4}-\d\d-\d\d$/;
const outcomes = ["ok", "failed"] as const;

/** The filter that an address names; what is none of ours stays open. @throws never */
export function filterOf({ query }: Pick<Place, "query">): AuditFilter {
	const action = AuditAction.safeParse(query["action"]);
	const day = (text = "") => (dayPattern.test(text) && !Number.isNaN(Date.parse(text)) ? text : "");
	return {
		person: (query["person"] ?? "").trim().slice(0, 254),
		action: action.success ? action.data : "",
		outcome: outcomes.find((value) => value === query["outcome"]) ?? "",
		from: day(query["from"]),
		to: day(query["to"]),
	};
}

/** The filter as the server reads it: both days count whole. @throws never */
export function queryOf({ person, action, outcome, from, to }: AuditFilter) {
	return {
		...(person === "" ? {} : { person }),
		...(action === "" ? {} : { action }),
		...(outcome === "" ? {} : { outcome }),
		...(from === "" ? {} : { from: new Date(`${from}T00:00:00`).toISOString() }),
		...(to === "" ? {} : { to: new Date(`${to}T23:59:59.999`).toISOString() }),
	};
}
