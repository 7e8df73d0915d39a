import { Stack } from "@chakra-ui/react";
import type { RunOptions } from "@webhand/contracts/routine/run";
import { useState } from "react";
import { TickField } from "../../../kit/form/tick-field.tsx";
import { Unfold } from "../../kit/unfold.tsx";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { routinesText } from "../words.ts";

/** What a person chooses for a run. */
export type Options = Pick<RunOptions, "mode" | "isDryRun" | "asksModel" | "stopsAtFailure" | "isOnceEver">;

/** What is chosen before a person chooses: the panel's mode, and nothing else. */
export function useOptions({ mode }: Pick<RoutinesBench, "mode">) {
	const [options, setOptions] = useState<Options>({ mode, isDryRun: false, asksModel: false, stopsAtFailure: false, isOnceEver: false });
	return [options, (part: Partial<Options>) => setOptions((before) => ({ ...before, ...part }))] as const;
}

type Props = {
	readonly options: Options;
	/** The settings let nobody leave out the questions. */
	readonly isLocked: boolean;
	/** With the choices for several rows. */
	readonly isList: boolean;
	readonly onOptions: (part: Partial<Options>) => void;
};

/** How a run goes: the question before a save stands first, the rest unfolds. */
export function RunOptionFields({ options, isLocked, isList, onOptions }: Props) {
	const text = routinesText.form;
	return (
		<Stack role="group" aria-label={text.options} gap="2">
			<TickField
				label={text.asks}
				value={isLocked || options.mode === "careful"}
				onChange={(asks) => onOptions({ mode: asks ? "careful" : "autonomous" })}
				{...(isLocked ? { hint: text.asksLocked } : {})}
			/>
			<Unfold label={text.options}>
				<Stack gap="2">
					{isList ? null : <TickField label={text.dryRun} value={options.isDryRun} onChange={(isDryRun) => onOptions({ isDryRun })} />}
					<TickField label={text.model} value={options.asksModel} onChange={(asksModel) => onOptions({ asksModel })} />
					{isList ? (
						<>
							<TickField
								label={text.stopsAtFailure}
								value={options.stopsAtFailure}
								onChange={(stopsAtFailure) => onOptions({ stopsAtFailure })}
							/>
							<TickField label={text.onceEver} value={options.isOnceEver} onChange={(isOnceEver) => onOptions({ isOnceEver })} />
						</>
					) : null}
				</Stack>
			</Unfold>
		</Stack>
	);
}
