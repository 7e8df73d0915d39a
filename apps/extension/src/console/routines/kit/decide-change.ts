import type { RoutineId } from "@webhand/contracts/ids";
import type { Routine, VersionSummary } from "@webhand/contracts/routine/routine";
import { decideVersionRoute } from "@webhand/contracts/routine/routine";
import { routineText } from "../../../kit/routines/words.ts";
import type { PageApi } from "../../../signed-in-api.ts";
import type { Change } from "../../kit/form/use-change.tsx";
import { routinesText } from "../words.ts";

const text = routinesText.version;

type Decided = {
	readonly id: RoutineId;
	readonly version: Pick<VersionSummary, "number" | "state">;
	readonly onDecided: (routine: Routine) => void;
};

/** What may be decided about a version, each after a question; nothing about the current one. */
export function decideChanges(api: PageApi, decided: Decided): readonly (Change & { readonly label: string })[] {
	const { number, state } = decided.version;
	if (state === "current") return [];
	const take = { confirm: routineText.take, ...deciding(api, decided, "take"), lead: text.takeLead };
	if (state === "former") return [{ ...take, label: text.rollBack, title: text.rollBackTitle(number), confirm: text.rollBack }];
	const taking = { ...take, label: routineText.take, title: text.takeTitle(number) };
	if (state === "refused") return [taking];
	return [
		taking,
		{
			label: routineText.refuse,
			title: text.refuseTitle(number),
			lead: text.refuseLead,
			confirm: routineText.refuse,
			...deciding(api, decided, "refuse"),
		},
	];
}

function deciding(api: PageApi, { id, version: { number }, onDecided }: Decided, decision: "take" | "refuse"): Pick<Change, "act"> {
	return {
		act: async () => {
			const { routine } = await api.call(decideVersionRoute, { params: { routineId: id, number }, body: { decision } });
			onDecided(routine);
			return decision === "take" ? text.taken(number) : text.refused(number);
		},
	};
}
