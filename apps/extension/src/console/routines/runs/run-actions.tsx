import { Stack } from "@chakra-ui/react";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { changeRunRoute, runCsvRoute, shareRunRoute, unshareRunRoute } from "@webhand/contracts/routine/run";
import { useState } from "react";
import { reworded } from "../../../kit/load/problem.ts";
import { useSubmit } from "../../../kit/load/queries.ts";
import type { RunChange } from "../../../kit/routines/run-buttons.tsx";
import { RunButtons } from "../../../kit/routines/run-buttons.tsx";
import { runText } from "../../../kit/routines/words.ts";
import { Told } from "../../kit/form/told.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import { ProblemView } from "../../kit/load/problem-view.tsx";
import { saveFile } from "../../kit/save-file.ts";
import { ShareLink } from "../../kit/share-link.tsx";
import type { PageProps } from "../../page-props.ts";
import { runPath } from "../kit/paths.ts";
import { runsText as text } from "../words.ts";

type Props = Pick<PageProps, "api"> & {
	readonly run: RoutineRun;
	readonly isOwner: boolean;
	/** Admins stop and unshare runs of others. */
	readonly isManager: boolean;
	readonly tenantKind: PageProps["signIn"]["tenantKind"];
	readonly share: string | undefined;
	readonly onRun: (run: RoutineRun) => void;
};

/** What can be done with a run: pause, go on, stop, repeat rows, download, share. */
export function RunActions({ api, run, isOwner, isManager, tenantKind, share, onRun }: Props) {
	const params = { runId: run.id };
	const [told, setTold] = useState("");
	const changing = useChange();
	/** @returns what was done, in words */
	const apply = async (wanted: RunChange) => {
		const reply = await api.call(changeRunRoute, { params, body: wanted });
		onRun(reply.run);
		return text.changed[wanted.change];
	};
	const change = useSubmit(async (wanted: RunChange) => setTold(await apply(wanted)));
	const csv = useSubmit(async () => {
		const file = await api.call(runCsvRoute, { params, query: share === undefined ? {} : { share } });
		saveFile(runText.csvName(run.name), "text/csv;charset=utf-8", file);
		setTold(text.csvDone);
	});
	const problem = reworded(change.problem ?? csv.problem, text.refusals);
	return (
		<Stack gap="3">
			<RunButtons
				run={run}
				isOwner={isOwner}
				isManager={isManager}
				isBusy={change.isBusy}
				isSavingCsv={csv.isBusy}
				onChange={(wanted) => void change.submit(wanted)}
				onCsv={() => void csv.submit()}
				onStop={() =>
					changing.ask({
						title: runText.stopTitle,
						lead: runText.stopText,
						confirm: runText.stop,
						isHarmful: true,
						act: () => apply({ change: "stop" }),
					})
				}
				onRepeatUnknown={() =>
					changing.ask({
						title: runText.retryTitle,
						lead: runText.retryText,
						confirm: runText.repeat,
						isHarmful: true,
						act: () => apply({ change: "retry", withUnknown: true }),
					})
				}
			>
				{tenantKind === "organization" && (isOwner || (isManager && run.share !== undefined)) ? (
					<ShareLink
						text={text}
						share={run.share}
						pathWith={(given) => runPath(run.id, given)}
						onShare={async () => (await api.call(shareRunRoute, { params })).share}
						onUnshare={async () => void (await api.call(unshareRunRoute, { params }))}
					/>
				) : null}
			</RunButtons>
			<Told>{changing.told || told}</Told>
			{problem === null ? null : <ProblemView problem={problem} />}
			{changing.dialog}
		</Stack>
	);
}
