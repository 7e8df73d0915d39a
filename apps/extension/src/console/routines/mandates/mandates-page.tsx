import { Box, Button, HStack, Link, Stack, Text } from "@chakra-ui/react";
import type { Mandate } from "@webhand/contracts/authority/mandate";
import { mandatesRoute, revokeMandateRoute } from "@webhand/contracts/authority/mandate";
import { useState } from "react";
import { TickField } from "../../../kit/form/tick-field.tsx";
import { useRows } from "../../../kit/load/queries.ts";
import { limitsOf, mandateStates, spentOf } from "../../../kit/mandates/words.ts";
import { formatDay } from "../../../kit/words/format.ts";
import { useChange } from "../../kit/form/use-change.tsx";
import type { Column } from "../../kit/list/data-table.tsx";
import { dayColumn } from "../../kit/list/data-table.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import { TablePage } from "../../kit/table-page.tsx";
import { useNames } from "../../org/use-names.ts";
import type { PageProps } from "../../page-props.ts";
import { routinePath } from "../kit/paths.ts";
import { UsesDialog } from "./uses-dialog.tsx";
import { isRevocable, mandatesText as text } from "./words.ts";

const tones = { standing: "good", used_up: "waiting", ended: "off", revoked: "off" } as const;

/** What routines may do without asking: the person's own mandates, for admins those of all; any of them is taken back here. */
export function MandatesPage({ api, signIn }: PageProps) {
	const [isAll, setIsAll] = useState(false);
	const isAdmin = signIn.roles.includes("admin");
	const query = isAll ? ({ all: "true" } as const) : {};
	const list = useRows(api, { route: mandatesRoute, list: "mandates", input: { query } as never });
	const nameOf = useNames({ api, signIn });
	const [seen, setSeen] = useState<Mandate | null>(null);
	const changing = useChange();
	const revoke = ({ id, routineName }: Mandate) =>
		changing.ask({
			title: text.revokeTitle(routineName),
			lead: text.revokeEffect,
			confirm: text.revokeConfirm,
			isHarmful: true,
			act: async () => {
				const { mandate } = await api.call(revokeMandateRoute, { params: { mandateId: id } });
				list.edit((rows) => rows.map((row) => (row.id === id ? mandate : row)));
				return text.revoked(routineName);
			},
		});
	const columns: readonly Column<Mandate>[] = [
		{ key: "routine", value: ({ routineName }) => routineName, shown: (mandate) => <What mandate={mandate} /> },
		{ key: "limits", shown: (mandate) => <Limits mandate={mandate} /> },
		{ key: "used", value: ({ used }) => used, shown: ({ used, uses }) => text.used(used, uses) },
		{ key: "state", value: ({ state }) => state, shown: ({ state }) => <StateWord tone={tones[state]}>{mandateStates[state]}</StateWord> },
		...(isAll ? [{ key: "person", shown: ({ userId }: Mandate) => nameOf(userId) }] : []),
		dayColumn("given", ({ createdAt }) => createdAt),
		{
			key: "actions",
			shown: (mandate) => (
				<HStack gap="2" wrap="wrap">
					<Button size="xs" variant="outline" aria-label={text.showUsesOf(mandate.routineName)} onClick={() => setSeen(mandate)}>
						{text.uses}
					</Button>
					{isRevocable(mandate, Date.now()) ? (
						<Button
							size="xs"
							variant="outline"
							colorPalette={mandate.state === "standing" ? "red" : "gray"}
							aria-label={text.revokeOf(mandate.routineName)}
							onClick={() => revoke(mandate)}
						>
							{text.revoke}
						</Button>
					) : null}
				</HStack>
			),
		},
	];
	return (
		<TablePage
			text={text}
			list={list}
			changing={changing}
			filter={isAdmin ? <TickField label={text.all} value={isAll} onChange={setIsAll} /> : undefined}
			columns={columns}
			keyOf={({ id }) => id}
			below={seen === null ? null : <UsesDialog api={api} mandate={seen} onClose={() => setSeen(null)} />}
		/>
	);
}

function What({ mandate: { routineId, routineName, version, steps, sites } }: { readonly mandate: Mandate }) {
	return (
		<Stack gap="0.5">
			<Link href={`#${routinePath(routineId)}`} color="brand.fg" fontWeight="medium" overflowWrap="anywhere">
				{routineName}
			</Link>
			{steps.map((step) => (
				<Text key={step.id} overflowWrap="anywhere">
					{step.text}
				</Text>
			))}
			<Quiet>{text.place(version, sites.join(", "))}</Quiet>
		</Stack>
	);
}

function Limits({ mandate }: { readonly mandate: Mandate }) {
	const spent = spentOf(mandate);
	return (
		<Box>
			{limitsOf(mandate).map((limit) => (
				<Text key={limit}>{limit}</Text>
			))}
			<Text whiteSpace="nowrap">{text.until(formatDay(mandate.until))}</Text>
			{spent === "" ? null : <Quiet>{text.spent(spent)}</Quiet>}
		</Box>
	);
}
