import { Button, HStack } from "@chakra-ui/react";
import type { BodyOf } from "@webhand/contracts/routes";
import type { changeRunRoute, RoutineRun } from "@webhand/contracts/routine/run";
import { isRunOver } from "@webhand/contracts/routine/run";
import type { ReactNode } from "react";
import { ExportIcon, PauseIcon, PlayIcon, RetryIcon, StopIcon } from "../icons.tsx";
import { runText as text } from "./words.ts";

/** What is asked of a run. */
export type RunChange = BodyOf<typeof changeRunRoute>;

type Props = {
	readonly run: RoutineRun;
	/** Its rows run as its owner. */
	readonly isOwner: boolean;
	/** Its owner, or an admin. */
	readonly isManager: boolean;
	readonly isBusy: boolean;
	readonly isSavingCsv: boolean;
	readonly onChange: (change: RunChange) => void;
	readonly onCsv: () => void;
	/** Asks first. */
	readonly onStop: () => void;
	readonly onRepeatUnknown: () => void;
	/** Further buttons. */
	readonly children?: ReactNode;
};

/** What can be done with a run; what cannot be taken back stands at the end, in red. */
export function RunButtons({ run, isOwner, isManager, isBusy, isSavingCsv, onChange, onCsv, onStop, onRepeatUnknown, children }: Props) {
	const { rows: again, withUnknown } = run.retries;
	const unsure = withUnknown - again;
	const isGoing = !isRunOver(run);
	const small = { size: "xs", variant: "outline", borderColor: "line.strong", disabled: isBusy } as const;
	return (
		<HStack gap="1.5" wrap="wrap">
			{isOwner && (run.state === "running" || run.state === "waiting") ? (
				<Button {...small} title={text.pausing} onClick={() => onChange({ change: "pause" })}>
					<PauseIcon boxSize="3.5" />
					{text.pause}
				</Button>
			) : null}
			{isOwner && run.state === "paused" ? (
				<Button {...small} variant="solid" colorPalette="brand" borderColor="transparent" onClick={() => onChange({ change: "resume" })}>
					<PlayIcon boxSize="3.5" />
					{text.resume}
				</Button>
			) : null}
			{isOwner && !isGoing && again > 0 ? (
				<Button {...small} onClick={() => onChange({ change: "retry" })}>
					<RetryIcon boxSize="3.5" />
					{text.retry(again)}
				</Button>
			) : null}
			<Button {...small} loading={isSavingCsv} loadingText={text.csv} onClick={onCsv}>
				<ExportIcon boxSize="3.5" />
				{text.csv}
			</Button>
			{children}
			{isManager && isGoing ? (
				<Button {...small} variant="ghost" color="fg.error" ms="auto" onClick={onStop}>
					<StopIcon boxSize="3.5" />
					{text.stop}
				</Button>
			) : null}
			{isOwner && !isGoing && unsure > 0 ? (
				<Button {...small} color="fg.error" onClick={onRepeatUnknown}>
					{text.retryUnknown(withUnknown, unsure)}
				</Button>
			) : null}
		</HStack>
	);
}
