import { Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useState } from "react";
import type { RowAction } from "../../../kit/controls/row-menu.tsx";
import { AlertDialog } from "../../../kit/dialogs/alert-dialog.tsx";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import { Problem } from "../../../kit/states.tsx";
import { consoleText } from "../../words.ts";
import { sentenceOf } from "../load/problem-view.tsx";

/** A change that is asked for first. `title` names what is changed, `lead` says what follows. */
export type Change = {
	readonly title: string;
	readonly lead: ReactNode;
	readonly confirm: string;
	/** Somebody loses something. */
	readonly isHarmful?: boolean;
	/** @returns what was done, in words */
	readonly act: () => Promise<string>;
	/** Takes a failure to its own place, such as the fields of a form; without it the dialog shows it. */
	readonly onProblem?: (problem: ServerProblem) => void;
};

export type Changing = {
	readonly ask: (change: Change) => void;
	/** The change as an entry of a row's menu. */
	readonly action: (label: string, change: Change) => RowAction;
	/** What the last change did; "" for nothing. */
	readonly told: string;
	/** To be drawn somewhere on the page. */
	readonly dialog: ReactNode;
};

/** Asks before each change, carries it out, and tells what was done. Nothing is shown before the server did it. */
export function useChange(): Changing {
	const [asked, setAsked] = useState<Change | null>(null);
	const [isBusy, setIsBusy] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const [told, setTold] = useState("");
	const ask = (change: Change) => {
		setTold("");
		setProblem(null);
		setAsked(change);
	};
	const confirm = async (change: Change) => {
		setIsBusy(true);
		setProblem(null);
		try {
			setTold(await change.act());
			setAsked(null);
		} catch (error) {
			const found = problemOf(error);
			if (change.onProblem === undefined) setProblem(found);
			else {
				setAsked(null);
				change.onProblem(found);
			}
		} finally {
			setIsBusy(false);
		}
	};
	const dialog = (
		<AlertDialog
			isOpen={asked !== null}
			title={asked?.title ?? ""}
			decline={{ label: consoleText.cancel, isDisabled: isBusy, onChoose: () => setAsked(null) }}
			confirm={{
				label: asked?.confirm ?? "",
				palette: asked?.isHarmful === true ? "red" : "brand",
				isBusy,
				isDisabled: isBusy,
				onChoose: () => void (asked === null ? undefined : confirm(asked)),
			}}
		>
			<Stack gap="3" overflowWrap="anywhere">
				{asked?.lead}
				{problem === null ? null : <Problem message={sentenceOf(problem)} requestId={problem.requestId} />}
			</Stack>
		</AlertDialog>
	);
	const action = (label: string, change: Change) => ({ label, isHarmful: change.isHarmful === true, onChoose: () => ask(change) });
	return { ask, action, told, dialog };
}
