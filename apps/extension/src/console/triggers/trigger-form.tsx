import { Box, Fieldset, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import type { Trigger } from "@webhand/contracts/authority/trigger";
import { createTriggerRoute } from "@webhand/contracts/authority/trigger";
import { RoutineId } from "@webhand/contracts/ids";
import type { Routine } from "@webhand/contracts/routine/routine";
import { routineRoute, routinesRoute } from "@webhand/contracts/routine/routine";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import { SelectField } from "../../kit/form/select-field.tsx";
import { TextField } from "../../kit/form/text-field.tsx";
import { useLoaded, useReply } from "../../kit/load/queries.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { FormCard } from "../kit/form/form-card.tsx";
import type { Form } from "../kit/form/use-form.ts";
import { useForm } from "../kit/form/use-form.ts";
import { Quiet } from "../kit/quiet.tsx";
import { givenFields, readSample, sampledValue } from "./sample.ts";
import { triggersText as text } from "./words.ts";

/** An address that was just made, and the sample that its example is written with. */
export type MadeTrigger = { readonly trigger: Trigger; readonly secret: string; readonly sample: string };

type Values = {
	readonly routineId: string;
	readonly name: string;
	readonly browser: "mine" | "runner";
	readonly sample: string;
	readonly fields: Readonly<Record<string, string>>;
};

type Props = { readonly api: SignedInApi; readonly routineId: string; readonly onMade: (made: MadeTrigger) => void };

const mostRoutines = 100;
const browsers = [
	{ value: "mine", label: text.browsers.mine },
	{ value: "runner", label: text.browsers.runner },
] as const;

/** Makes an address: for which routine, and where its values stand in what the system sends. */
export function TriggerForm({ api, routineId, onMade }: Props) {
	const empty: Values = { routineId, name: "", browser: "mine", sample: "", fields: {} };
	const form = useForm<Values>(empty, {
		check: ({ routineId: chosen, name }) => ({
			...(RoutineId.safeParse(chosen).success ? {} : { routineId: text.noRoutine }),
			...(name.trim() === "" ? { name: text.needsName } : {}),
		}),
		send: async ({ sample, fields, browser, name, routineId: chosen }) => {
			const body = { routineId: RoutineId.parse(chosen), name: name.trim(), fields: givenFields(fields), queue: { browser, labels: [] } };
			onMade({ ...(await api.call(createTriggerRoute, { body })), sample });
		},
	});
	const { values, field, edit } = form;
	const routines = useReply(api, routinesRoute, { query: { limit: mostRoutines } }).value?.routines ?? [];
	const options = [{ value: "", label: text.chooseRoutine }, ...routines.map(({ id, name }) => ({ value: id as string, label: name }))];
	const chosen = useInputs(api, values.routineId);
	return (
		<FormCard form={form} title={text.form} save={text.add} maxW="44rem">
			<SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
				<SelectField
					label={text.routine}
					options={options}
					{...field("routineId")}
					onChange={(next) => edit({ routineId: next, fields: {} })}
				/>
				<SelectField label={text.browser} options={browsers} {...field("browser")} />
			</SimpleGrid>
			<TextField label={text.name} hint={text.nameHint} maxLength={80} {...field("name")} />
			{chosen === null ? null : <Mapping form={form} inputs={chosen} />}
		</FormCard>
	);
}

/** The inputs of the routine that is chosen; null for none. */
function useInputs(api: SignedInApi, routineId: string): Routine["inputs"] | null {
	const id = RoutineId.safeParse(routineId).data;
	const loaded = useLoaded(["inputs of a routine", id ?? ""], async (signal) =>
		id === undefined ? null : (await api.call(routineRoute, { params: { routineId: id }, signal })).routine.inputs,
	);
	return loaded.value ?? null;
}

function Mapping({ form, inputs }: { readonly form: Form<Values>; readonly inputs: readonly RoutineInput[] }) {
	const { values, field } = form;
	const mapped = inputs.filter(({ type }) => type !== "file");
	if (mapped.length === 0) return <Text color="fg.quiet">{text.takesNothing}</Text>;
	const isBroken = values.sample.trim() !== "" && readSample(values.sample) === null;
	return (
		<>
			<TextField
				label={text.sample}
				hint={text.sampleHint}
				rows={5}
				isCode
				isOptional
				{...field("sample")}
				problem={isBroken ? text.badSample : undefined}
			/>
			<Fieldset.Root>
				<Fieldset.Legend fontWeight="semibold">{text.fields}</Fieldset.Legend>
				<Text color="fg.quiet">{text.fieldHint}</Text>
				<Stack gap="4" mt="2">
					{mapped.map((input) => (
						<MappedInput key={input.name} form={form} input={input} />
					))}
				</Stack>
			</Fieldset.Root>
		</>
	);
}

function MappedInput({ form: { values, edit, problemAt }, input }: { readonly form: Form<Values>; readonly input: RoutineInput }) {
	const { name, label, type, isOptional, preset } = input;
	const found = sampledValue(input, values);
	const problem = found?.isMissing === true && found.problem !== undefined ? text.notFoundNeeded : found?.problem;
	return (
		<Box>
			<TextField
				label={label}
				hint={type === "secret" ? text.secretInput : undefined}
				isCode
				isOptional={isOptional === true || preset !== undefined}
				value={values.fields[name] ?? ""}
				problem={problemAt(`fields.${name}`) ?? problem}
				onChange={(path) => edit({ fields: { ...values.fields, [name]: path } })}
			/>
			<Box role="status">
				{found?.value !== undefined && found.problem === undefined && type !== "secret" ? <Quiet>{text.found(found.value)}</Quiet> : null}
				{found?.isMissing === true && found.problem === undefined ? <Quiet>{text.notFound}</Quiet> : null}
			</Box>
		</Box>
	);
}
