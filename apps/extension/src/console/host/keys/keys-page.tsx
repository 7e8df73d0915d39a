import { Button, Flex, Stack, Text } from "@chakra-ui/react";
import { retireKeyRoute, rotateKeyRoute } from "@webhand/contracts/auth/keys";
import type { PublicJwk } from "@webhand/contracts/auth/tokens";
import { jwksRoute } from "@webhand/contracts/auth/tokens";
import { useCallback } from "react";
import { useLoaded } from "../../../kit/load/use-loaded.ts";
import { Told } from "../../kit/form/told.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import type { Column } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { EmptyState } from "../../kit/load/empty-state.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import type { PageProps } from "../../page-props.ts";
import { consoleText } from "../../words.ts";
import { hostText } from "../words.ts";

const text = hostText.keys;

/** The published signing keys, for operators: a new one, and the end of a leaked one. */
export function KeysPage({ api, signIn }: PageProps) {
	// The keys are public, so the server refuses a change alone.
	const isOperator = signIn.roles.includes("operator");
	const loaded = useLoaded(useCallback(async (signal: AbortSignal) => (await api.call(jwksRoute, { signal })).keys, [api]));
	const { ask, told, dialog } = useChange();
	const rotate = () =>
		ask({
			title: text.rotateTitle,
			lead: text.rotateEffect,
			confirm: text.rotateConfirm,
			act: async () => {
				const { kid } = await api.call(rotateKeyRoute);
				loaded.retry();
				return text.rotated(kid);
			},
		});
	const retire = (kid: string) =>
		ask({
			title: text.retireTitle(kid),
			lead: text.retireEffect,
			confirm: text.retireConfirm,
			isHarmful: true,
			act: async () => {
				await api.call(retireKeyRoute, { params: { kid } });
				loaded.retry();
				return text.retired(kid);
			},
		});
	const columns: readonly Column<PublicJwk>[] = [
		{
			key: "kid",
			title: text.columns.kid,
			isNumber: false,
			value: ({ kid }) => kid,
			shown: ({ kid }) => (
				<Text fontFamily="mono" overflowWrap="anywhere">
					{kid}
				</Text>
			),
		},
		{ key: "alg", title: text.columns.alg, isNumber: false, value: ({ alg }) => alg, shown: ({ alg }) => alg },
		{
			key: "actions",
			title: text.columns.actions,
			isNumber: false,
			shown: ({ kid }) => (
				<Button size="xs" variant="outline" colorPalette="red" aria-label={text.retireOf(kid)} onClick={() => retire(kid)}>
					{text.retire}
				</Button>
			),
		},
	];
	if (!isOperator)
		return (
			<Stack gap="6">
				<PageTitle title={text.title} />
				<EmptyState title={consoleText.problem.forbidden} hint={consoleText.problem.forbiddenHint} />
			</Stack>
		);
	return (
		<Stack gap="6">
			<Flex justify="space-between" align="flex-start" wrap="wrap" gap="3">
				<PageTitle title={text.title} lead={text.lead} />
				<Button size="sm" variant="outline" onClick={rotate}>
					{text.rotate}
				</Button>
			</Flex>
			<Told>{told}</Told>
			<LoadView loaded={loaded}>
				{(keys) =>
					keys.length === 0 ? (
						<EmptyState title={text.empty} hint={text.emptyHint} />
					) : (
						<DataTable caption={text.caption} columns={columns} rows={keys} keyOf={({ kid }) => kid} />
					)
				}
			</LoadView>
			{dialog}
		</Stack>
	);
}
