import type { Routine } from "@webhand/contracts/routine/routine";
import { deleteRoutineRoute } from "@webhand/contracts/routine/routine";
import type { PageApi } from "../../../signed-in-api.ts";
import type { Change } from "../../kit/form/use-change.tsx";
import { routinesText as text } from "../words.ts";

/** Deletes a routine after a question. */
export function deleteChange(api: PageApi, { id, name }: Pick<Routine, "id" | "name">, onDeleted: () => void): Change {
	return {
		title: text.removeTitle(name),
		lead: text.removeLead,
		confirm: text.removeConfirm,
		isHarmful: true,
		act: async () => {
			await api.call(deleteRoutineRoute, { params: { routineId: id } });
			onDeleted();
			return text.removed(name);
		},
	};
}
