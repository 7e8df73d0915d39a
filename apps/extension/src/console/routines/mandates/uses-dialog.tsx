import { Button, Link, List, Stack, Text } from "@chakra-ui/react";
import type { Mandate, MandateUse } from "@webhand/contracts/authority/mandate";
import { mandateRoute } from "@webhand/contracts/authority/mandate";
import { DialogFrame } from "../../../kit/dialogs/dialog-frame.tsx";
import { useRows } from "../../../kit/load/queries.ts";
import { moneyOf } from "../../../kit/mandates/words.ts";
import { formatTime } from "../../../kit/words/format.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { ProblemView } from "../../kit/load/problem-view.tsx";
import { pathOf } from "../../place/place.ts";
import { mandatesText as text } from "./words.ts";

type Props = { readonly api: SignedInApi; readonly mandate: Mandate; readonly onClose: () => void };

/** What a mandate allowed, newest first, each with the trace of its step. */
export function UsesDialog({ api, mandate, onClose }: Props) {
	const list = useRows(api, { route: mandateRoute, list: "uses", input: { params: { mandateId: mandate.id } } as never });
	const { value, problem } = list.loaded;
	const rows = value?.rows ?? [];
	return (
		<DialogFrame
			title={text.usesOf(mandate.routineName)}
			size="lg"
			scrollBehavior="inside"
			onClose={onClose}
			footer={
				<>
					{value === null || value.nextCursor === null ? null : (
						<Button size="sm" variant="outline" loading={list.isLoadingMore} onClick={list.more}>
							{text.olderUses}
						</Button>
					)}
					<Button size="sm" colorPalette="brand" onClick={onClose}>
						{text.close}
					</Button>
				</>
			}
		>
			<Stack gap="3">
				{problem === null ? null : <ProblemView problem={problem} />}
				{value !== null && rows.length === 0 ? <Text color="fg.quiet">{text.noUses}</Text> : null}
				<List.Root listStyleType="none" gap="2" aria-label={text.usesOf(mandate.routineName)}>
					{rows.map((use) => (
						<List.Item key={`${use.taskId} ${use.stepIndex}`}>
							<Use use={use} mandate={mandate} />
						</List.Item>
					))}
				</List.Root>
			</Stack>
		</DialogFrame>
	);
}

function Use({ use, mandate: { steps, amount } }: { readonly use: MandateUse; readonly mandate: Mandate }) {
	const { at, taskId, step, amount: cost } = use;
	const what = steps.find(({ id }) => id === step)?.text ?? step;
	return (
		<Text overflowWrap="anywhere">
			<Link href={`#${pathOf({ page: "traces", parts: [taskId] })}`} color="brand.fg">
				{formatTime(at)}
			</Link>
			{` ${what}`}
			{cost === undefined || amount === undefined ? "" : `, ${moneyOf(cost, amount.currency)}`}
		</Text>
	);
}
