import { Button, HStack, Stack } from "@chakra-ui/react";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { changeRunRoute, runCsvRoute, shareRunRoute, unshareRunRoute } from "@webhand/contracts/routine/run";
import { useState } from "react";
import { ExportIcon, PauseIcon, PlayIcon, RetryIcon, StopIcon } from "../../../kit/icons.tsx";
import { reworded } from "../../../kit/load/problem.ts";
import { useSubmit } from "../../../kit/load/queries.ts";
import { isOpen, retryCount } from "../../../kit/routines/run-counts.ts";
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
	readonly mayChange: boolean;
	readonly tenantKind: PageProps["signIn"]["tenantKind"];
	readonly share: string | undefined;
	readonly onRun: (run: RoutineRun) => void;
};

type Wanted = { readonly change: "pause" | "resume" | "stop" | "retry"; readonly withUnknown?: boolean };

/** What can be done with a run: pause, go on, stop, repeat rows, download, share. */
export function RunActions({ api, run, isOwner, mayChange, tenantKind, share, onRun }: Props) {
	const params = { runId: run.id };
	const [told, setTold] = useState("");
	const changing = useChange();
	const apply = async (wanted: Wanted, sentence: string) => {
		const reply = await api.call(changeRunRoute, { params, body: wanted });
		onRun(reply.run);
		return sentence;
	};
	const change = useSubmit(async ({ wanted, sentence }: { readonly wanted: Wanted; readonly sentence: string }) =>
		setTold(await apply(wanted, sentence)),
	);
	const csv = useSubmit(async () => {
		const file = await api.call(runCsvRoute, { params, query: share === undefined ? {} : { share } });
		saveFile(text.csvName(run.name), "text/csv;charset=utf-8", file);
		setTold(text.csvDone);
	});
	const unknown = run.counts.unknown ?? 0;
	const again = retryCount(run);
	const problem = reworded(change.problem ?? csv.problem, text.refusals);
	const small = { size: "xs", variant: "outline", disabled: change.isBusy } as const;
	return (
		<Stack gap="3">
			<HStack gap="2" wrap="wrap">
				{mayChange && (run.state === "running" || run.state === "waiting") ? (
					<Button {...small} onClick={() => void change.submit({ wanted: { change: "pause" }, sentence: text.pauseHint })}>
						<PauseIcon boxSize="3.5" />
						{text.pause}
					</Button>
				) : null}
				{mayChange && run.state === "paused" ? (
					<Button
						{...small}
						variant="solid"
						colorPalette="brand"
						onClick={() => void change.submit({ wanted: { change: "resume" }, sentence: text.resumed })}
					>
						<PlayIcon boxSize="3.5" />
						{text.resume}
					</Button>
				) : null}
				{mayChange && isOpen(run) ? (
					<Button
						{...small}
						onClick={() =>
							changing.ask({
								title: text.stopTitle,
								lead: text.stopLead,
								confirm: text.stop,
								isHarmful: true,
								act: () => apply({ change: "stop" }, text.stopped),
							})
						}
					>
						<StopIcon boxSize="3.5" />
						{text.stop}
					</Button>
				) : null}
				{mayChange && !isOpen(run) && again > 0 ? (
					<Button {...small} onClick={() => void change.submit({ wanted: { change: "retry" }, sentence: text.retried })}>
						<RetryIcon boxSize="3.5" />
						{text.retry(again)}
					</Button>
				) : null}
				{mayChange && !isOpen(run) && unknown > 0 ? (
					<Button
						{...small}
						onClick={() =>
							changing.ask({
								title: text.retryTitle,
								lead: text.retryLead,
								confirm: text.repeat,
								isHarmful: true,
								act: () => apply({ change: "retry", withUnknown: true }, text.retried),
							})
						}
					>
						{text.retryUnknown(unknown)}
					</Button>
				) : null}
				<Button {...small} loading={csv.isBusy} loadingText={text.csv} onClick={() => void csv.submit()}>
					<ExportIcon boxSize="3.5" />
					{text.csv}
				</Button>
				{isOwner && tenantKind === "organization" ? (
					<ShareLink
						text={text}
						share={run.share}
						pathWith={(given) => runPath(run.id, given)}
						onShare={async () => (await api.call(shareRunRoute, { params })).share}
						onUnshare={async () => void (await api.call(unshareRunRoute, { params }))}
					/>
				) : null}
			</HStack>
			<Told>{changing.told || told}</Told>
			{problem === null ? null : <ProblemView problem={problem} />}
			{changing.dialog}
		</Stack>
	);
}
