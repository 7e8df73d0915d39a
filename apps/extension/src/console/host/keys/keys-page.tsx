import { Button, Stack, Text } from "@chakra-ui/react";
import { retireKeyRoute, rotateKeyRoute } from "@webhand/contracts/auth/keys";
import type { PublicJwk } from "@webhand/contracts/auth/tokens";
import { jwksRoute } from "@webhand/contracts/auth/tokens";
import { useRows } from "../../../kit/load/queries.ts";
import { useChange } from "../../kit/form/use-change.tsx";
import type { Column } from "../../kit/list/data-table.tsx";
import { EmptyState } from "../../kit/load/empty-state.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import { TablePage } from "../../kit/table-page.tsx";
import type { PageProps } from "../../page-props.ts";
import { consoleText } from "../../words.ts";
import { hostText } from "../words.ts";

const text = hostText.keys;

/** The published signing keys, for operators: a new one, and the end of a leaked one. */
export function KeysPage({ api, signIn }: PageProps) {
	// The keys are public, so the server refuses a change alone.
	const isOperator = signIn.roles.includes("operator");
	const list = useRows(api, { route: jwksRoute, list: "keys" });
	const changing = useChange();
	const { retry } = list.loaded;
	const rotate = () =>
		changing.ask({
			title: text.rotateTitle,
			lead: text.rotateEffect,
			confirm: text.rotateConfirm,
			act: async () => {
				const { kid } = await api.call(rotateKeyRoute);
				retry();
				return text.rotated(kid);
			},
		});
	const retire = (kid: string) =>
		changing.ask({
			title: text.retireTitle(kid),
			lead: text.retireEffect,
			confirm: text.retireConfirm,
			isHarmful: true,
			act: async () => {
				await api.call(retireKeyRoute, { params: { kid } });
				retry();
				return text.retired(kid);
			},
		});
	const columns: readonly Column<PublicJwk>[] = [
		{
			key: "kid",
			value: ({ kid }) => kid,
			shown: ({ kid }) => (
				<Text fontFamily="mono" overflowWrap="anywhere">
					{kid}
				</Text>
			),
		},
		{ key: "alg", value: ({ alg }) => alg },
		{
			key: "actions",
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
	const action = (
		<Button size="sm" variant="outline" onClick={rotate}>
			{text.rotate}
		</Button>
	);
	return <TablePage text={text} list={list} changing={changing} action={action} columns={columns} keyOf={({ kid }) => kid} />;
}
