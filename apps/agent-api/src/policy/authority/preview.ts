import { readRiskClass } from "@webhand/contracts/agent/step-labels";
import type { TaskId } from "@webhand/contracts/ids";
import { activeDomainOf } from "@webhand/contracts/knowledge/patterns";
import type { StepRow } from "../../shared/task.ts";
import { ruleFor } from "./authority.ts";
import type { PolicyInForce } from "./strictest.ts";

/** What a stored step did, as far as a policy judges it. */
export type PastAct = Pick<StepRow, "taskId" | "parsed" | "gate" | "hosts" | "createdAt"> & {
	readonly before?: Pick<NonNullable<StepRow["before"]>, "url"> | null;
};

/** A task as a list names it. */
export type NamedTask = { readonly _id: TaskId; readonly query: string };

/** What a policy had done with an act that went ahead. @throws never */
export function judgePast(past: PastAct, policy: PolicyInForce): "refused" | "asked" | "same" {
	const { gate, hosts = hostsBefore(past), parsed, createdAt } = past;
	const name = readRiskClass(gate.class);
	const judged = {
		class: name,
		reasons: gate.reasons,
		isSearch: gate.isSearch === true,
		hosts,
		isFill: parsed.name === "setValue" || parsed.name === "select",
	};
	const { kind } = ruleFor(judged, policy, createdAt);
	if (kind === "never") return "refused";
	if (gate.outcome === "approved") return "same";
	// Careful mode asks for what autonomous mode only warns of, and for a button that nobody knows.
	const asksByMode = !policy.allowsAutonomous && (gate.outcome === "warn" || name === "press_unknown");
	return kind === "ask" || asksByMode ? "asked" : "same";
}

/** The page and the address of a step that was stored without its hosts. */
function hostsBefore({ parsed, before }: PastAct): readonly string[] {
	const urls = [before?.url, "url" in parsed ? parsed.url : undefined];
	return urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? [activeDomainOf(url)] : []));
}
