import type { Routine } from "@webhand/contracts/routine/routine";
import { changeRoutineRoute } from "@webhand/contracts/routine/routine";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import { reworded } from "../../../kit/load/problem.ts";
import { routineText } from "../../../kit/routines/words.ts";
import { FormCard } from "../../kit/form/form-card.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import type { PageProps } from "../../page-props.ts";
import { routinesText } from "../words.ts";

type Props = Pick<PageProps, "api" | "signIn"> & { readonly routine: Routine; readonly onSaved: (routine: Routine) => void };

const text = routinesText.details;

/** Renames and describes a routine, and says who may run it. */
export function DetailsForm({ api, signIn, routine, onSaved }: Props) {
	const { name, description, isShared } = routine;
	const form = useForm(
		{ name, description, isShared },
		{
			check: (values) => (values.name.trim() === "" ? { name: text.needsName } : {}),
			send: async (values) => {
				const { routine: saved } = await api.call(changeRoutineRoute, { params: { routineId: routine.id }, body: values });
				onSaved(saved);
				return text.saved;
			},
			after: (sent) => sent,
			worded: (problem) => reworded(problem, routinesText.refusals),
		},
	);
	return (
		<FormCard form={form} title={text.title} save={text.save} maxW="36rem">
			<RoutineFields field={form.field} tenant={signIn.tenantKind === "organization" ? signIn.tenantName : ""} />
		</FormCard>
	);
}

/** Name, purpose and audience of a routine, stored or not. */
export type RoutineWords = { readonly name: string; readonly description: string; readonly isShared: boolean };

type FieldsProps = {
	readonly field: ReturnType<typeof useForm<RoutineWords>>["field"];
	/** The organization that may run it; "" for one's own space. */
	readonly tenant: string;
};

/** The fields of a routine's words; a person's own space has nobody to share with. */
export function RoutineFields({ field, tenant }: FieldsProps) {
	return (
		<>
			<TextField label={routineText.name} isRequired maxLength={80} {...field("name")} />
			<TextField label={routineText.description} isOptional rows={2} maxLength={500} {...field("description")} />
			{tenant === "" ? null : <TickField label={routineText.share(tenant)} hint={text.shareHint} {...field("isShared")} />}
		</>
	);
}
