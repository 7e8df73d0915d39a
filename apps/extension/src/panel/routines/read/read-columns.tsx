import { Box, Button, Flex, HStack, IconButton, Stack, Text } from "@chakra-ui/react";
import { pickColumnsRoute } from "@webhand/contracts/routine/routine";
import { useEffect, useRef, useState } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import { PencilIcon } from "../../../kit/icons.tsx";
import { useSubmit } from "../../../kit/load/queries.ts";
import { Problem } from "../../../kit/states.tsx";
import { RoutineProblem } from "../kit/routine-problem.tsx";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { routinesText } from "../words.ts";
import type { DraftColumn, DraftFaults, ReadDraft } from "./read-draft.ts";
import { withColumn, withPlaces } from "./read-draft.ts";

type Props = {
	readonly api: RoutinesBench["api"];
	/** The columns that the person named already; "" for none. */
	readonly words: string;
	readonly draft: ReadDraft;
	/** What keeps it from being started, once that was tried. */
	readonly faults: DraftFaults | null;
	readonly onDraft: (draft: ReadDraft) => void;
};

const leastForWords = 4;

/** The columns of a list: which are read, how they are called, and what they hold. */
export function ReadColumns({ api, words, draft, faults, onDraft }: Props) {
	const text = routinesText.read;
	const [unfolded, setUnfolded] = useState<number | null>(null);
	return (
		<Stack gap="2">
			{draft.columns.length < leastForWords && words === "" ? null : <ByWords api={api} words={words} draft={draft} onDraft={onDraft} />}
			{faults?.columns === true ? <Problem message={text.noColumn} /> : null}
			<Stack role="list" aria-label={text.columns} gap="0">
				{draft.columns.map((column, at) => (
					<ColumnEdit
						key={`${at + 1}`}
						of={draft.list.columns[at]?.label ?? ""}
						column={column}
						problem={faultOf(faults, at)}
						isUnfolded={unfolded === at}
						onUnfold={() => setUnfolded(unfolded === at ? null : at)}
						onChange={(part) => onDraft(withColumn(draft, at, part))}
					/>
				))}
			</Stack>
		</Stack>
	);
}

type EditProps = {
	/** What the page calls it. */
	readonly of: string;
	readonly column: DraftColumn;
	readonly problem: string | undefined;
	readonly isUnfolded: boolean;
	readonly onUnfold: () => void;
	readonly onChange: (part: Parameters<typeof withColumn>[2]) => void;
};

function ColumnEdit({ of, column: { column, isTaken }, problem, isUnfolded, onUnfold, onChange }: EditProps) {
	const text = routinesText.read;
	const types = (["text", "number", "money", "date"] as const).map((value) => ({ value, label: text.types[value] }));
	const { label, type } = column;
	const name = label.trim() === "" || label === of ? of : `${label} (${of})`;
	return (
		<Box role="listitem" borderTopWidth="1px" borderColor="line.soft" py="1">
			<HStack gap="2">
				<Box flex="1" minW="0" overflowWrap="anywhere">
					<TickField label={name} value={isTaken} onChange={(isWanted) => onChange({ isTaken: isWanted })} />
				</Box>
				<Text textStyle="small" color="fg.quiet">
					{text.types[type]}
				</Text>
				<IconButton
					type="button"
					size="2xs"
					boxSize="7"
					variant="ghost"
					color="fg.quiet"
					disabled={!isTaken}
					aria-label={text.changeColumn(of)}
					title={text.changeColumn(of)}
					aria-expanded={isUnfolded && isTaken}
					onClick={onUnfold}
				>
					<PencilIcon boxSize="3.5" />
				</IconButton>
			</HStack>
			{isTaken && (isUnfolded || problem !== undefined) ? (
				<Flex gap="2" wrap="wrap" pb="2">
					<Box flex="3 1 8rem" minW="0">
						<TextField
							label={text.columnName}
							value={label}
							maxLength={80}
							problem={problem}
							onChange={(changed) => onChange({ label: changed })}
						/>
					</Box>
					<Box flex="2 1 6rem" minW="0">
						<SelectField label={text.columnType} value={type} options={types} onChange={(chosen) => onChange({ type: chosen })} />
					</Box>
				</Flex>
			) : null}
		</Box>
	);
}

function faultOf(faults: DraftFaults | null, at: number): string | undefined {
	const fault = faults?.labels.get(at);
	return fault === undefined ? undefined : routinesText.read.labelFaults[fault];
}

/** Ticks the columns that a person names. */
function ByWords({ api, words: given, draft, onDraft }: Omit<Props, "faults">) {
	const text = routinesText.read;
	const [words, setWords] = useState(given);
	const pick = useSubmit(async () => {
		const columns = draft.list.columns.map(({ label, type }) => ({ label, type }));
		const { places } = await api.call(pickColumnsRoute, { body: { words, columns } });
		if (places.length > 0) onDraft(withPlaces(draft, places));
		return places.length;
	});
	const isDue = useRef(given !== "");
	useEffect(() => {
		if (!isDue.current) return;
		isDue.current = false;
		void pick.submit();
	});
	return (
		<Stack gap="1.5" pb="1">
			<HStack align="end" wrap="wrap" gap="2">
				<Box flex="1 1 9rem" minW="0">
					<TextField label={text.byWords} value={words} maxLength={500} onChange={setWords} />
				</Box>
				<Button
					type="button"
					size="sm"
					variant="outline"
					borderColor="line.strong"
					disabled={words.trim() === ""}
					loading={pick.isBusy}
					aria-label={text.take}
					onClick={() => void pick.submit()}
				>
					{text.take}
				</Button>
			</HStack>
			<RoutineProblem problem={pick.problem} />
			{pick.done === 0 ? (
				<Text role="status" textStyle="small" color="fg.note">
					{text.wordsInVain}
				</Text>
			) : (
				<Text textStyle="small" color="fg.quiet">
					{text.byWordsHint}
				</Text>
			)}
		</Stack>
	);
}
