import { Flex, Link, Stack, Text } from "@chakra-ui/react";
import type { Routine } from "@webhand/contracts/routine/routine";
import { routineRoute } from "@webhand/contracts/routine/routine";
import { startRunRoute } from "@webhand/contracts/routine/run";
import { useReply } from "../../../kit/load/queries.ts";
import { send } from "../../../kit/transport.ts";
import { InputField } from "../../../panel/routines/form/input-field.tsx";
import { givenValues, initialValues, reusedValues } from "../../../panel/routines/form/values.ts";
import { FormCard } from "../../kit/form/form-card.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { LoadView } from "../../kit/load/load-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import { routinePath, runPath } from "../kit/paths.ts";
import type { RoutineProps } from "../kit/routine-props.ts";
import { routinesText as text } from "../words.ts";

/** The form of a run, filled from the address: `?number=17`. Nothing begins before the person says so; the address gives no secret. */
export function StartPage(props: RoutineProps) {
	const { api, id } = props;
	const loaded = useReply(api, routineRoute, { params: { routineId: id } });
	return (
		<Stack gap="5">
			<Flex>
				<Link href={`#${routinePath(id)}`} color="brand.fg">
					‹ {loaded.value?.routine.name ?? text.title}
				</Link>
			</Flex>
			<PageTitle title={text.startTitle(loaded.value?.routine.name ?? "")} lead={text.startLead} />
			<LoadView loaded={loaded} refusals={text.refusals}>
				{({ routine }) => <StartForm {...props} routine={routine} />}
			</LoadView>
		</Stack>
	);
}

function StartForm({ api, id, place, go, routine: { inputs } }: RoutineProps & { readonly routine: Routine }) {
	const form = useForm<Readonly<Record<string, string>>>(
		{ ...initialValues(inputs), ...reusedValues(inputs, place.query) },
		{
			send: async (values) => {
				const body = { rows: [givenValues(inputs, values)], options: { mode: "careful" as const }, queue: { browser: "mine" as const } };
				const { run } = await api.call(startRunRoute, { params: { routineId: id }, body });
				await send("routine_take", {});
				go(runPath(run.id));
			},
			after: (sent) => sent,
		},
	);
	const needsFile = inputs.some(({ type, isOptional }) => type === "file" && isOptional !== true);
	if (needsFile) return <Text>{text.startInPanel}</Text>;
	return (
		<FormCard form={form} title={text.whatItTakes} save={text.start} maxW="44rem">
			{inputs.length === 0 ? <Text color="fg.quiet">{text.takesNothing}</Text> : null}
			{inputs
				.filter(({ type }) => type !== "file")
				.map((input) => (
					<InputField
						key={input.name}
						input={input}
						onFile={() => undefined}
						{...form.field(input.name)}
						value={form.values[input.name] ?? ""}
					/>
				))}
		</FormCard>
	);
}
