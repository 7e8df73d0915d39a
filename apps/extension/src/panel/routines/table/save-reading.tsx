import { Button, Stack, Text } from "@chakra-ui/react";
import { createRoutineRoute, routineRoute } from "@webhand/contracts/routine/routine";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import type { FormEvent } from "react";
import { useRef, useState } from "react";
import { TextField } from "../../../kit/form/text-field.tsx";
import { useSubmit } from "../../../kit/load/queries.ts";
import { routineText } from "../../../kit/routines/words.ts";
import { statesText } from "../../../kit/words/state-words.ts";
import { RoutineProblem } from "../kit/routine-problem.tsx";
import type { RoutinesBench } from "../kit/routines-props.ts";

import { routinesText } from "../words.ts";

type Props = {
	readonly bench: RoutinesBench;
	readonly run: RoutineRun;
	/** Where the list begins. */
	readonly address: string;
};

/** Keeps a reading as a routine of the library, which opens the page of its list first. */
export function SaveReading({ bench: { api, go }, run, address }: Props) {
	const text = routinesText.table;
	const [name, setName] = useState(run.name);
	const [isTried, setIsTried] = useState(false);
	const key = useRef(crypto.randomUUID());
	const save = useSubmit(async () => {
		const { version } = await api.call(routineRoute, { params: { routineId: run.routineId } });
		const start = /^https?:\/\//.test(address) ? { start: [address] } : {};
		const body = { name: name.trim(), program: { ...version.program, ...start }, origin: { kind: "reading" } } as const;
		const { routine } = await api.call(createRoutineRoute, { body, headers: { "idempotency-key": key.current } });
		go({ kind: "routine", id: routine.id });
	});
	const isNameless = name.trim() === "";
	const send = (event: FormEvent) => {
		event.preventDefault();
		setIsTried(true);
		if (!isNameless) void save.submit();
	};
	return (
		<form onSubmit={send} noValidate autoComplete="off">
			<Stack role="group" aria-label={text.save} gap="2" align="start" bg="bg.sunken" rounded="lg" px="2.5" py="2">
				<Text textStyle="small" color="fg.quiet">
					{text.saveHint}
				</Text>
				<TextField
					label={routineText.name}
					value={name}
					maxLength={80}
					problem={isTried && isNameless ? statesText.fillIn : undefined}
					onChange={(changed) => {
						key.current = crypto.randomUUID();
						setName(changed);
					}}
				/>
				<RoutineProblem problem={save.problem} />
				<Button
					type="submit"
					size="sm"
					variant="outline"
					borderColor="line.strong"
					loading={save.isBusy}
					aria-label={routinesText.save.save}
				>
					{routinesText.save.save}
				</Button>
			</Stack>
		</form>
	);
}
