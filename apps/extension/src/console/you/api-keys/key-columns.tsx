import { Box, Button } from "@chakra-ui/react";
import type { ApiKey } from "@webhand/contracts/auth/api-keys";
import { formatTime } from "../../../kit/words/format.ts";
import type { Column } from "../../kit/list/data-table.tsx";
import { dayColumn } from "../../kit/list/data-table.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import { apiKeysText as text } from "./words.ts";

const tones = { active: "good", expired: "waiting", revoked: "off" } as const;

/** What a list of keys shows; `owner` stands behind the name. */
export function keyColumns<Key extends ApiKey>(revoke: (key: Key) => void, owner: readonly Column<Key>[] = []): readonly Column<Key>[] {
	return [
		{
			key: "name",
			value: ({ name }) => name,
			shown: ({ name, addresses }) => (
				<>
					<Box fontWeight="medium" overflowWrap="anywhere">
						{name}
					</Box>
					{addresses.length === 0 ? null : <Quiet>{text.from(addresses)}</Quiet>}
				</>
			),
		},
		...owner,
		{ key: "may", shown: ({ scopes }) => scopes.map((scope) => text.short[scope]).join(", ") },
		{
			key: "status",
			value: ({ status }) => status,
			shown: ({ status }) => <StateWord tone={tones[status]}>{text.statuses[status]}</StateWord>,
		},
		{
			key: "used",
			value: ({ lastUsedAt }) => lastUsedAt ?? "",
			shown: ({ lastUsedAt }) => (lastUsedAt === null ? text.never : formatTime(lastUsedAt)),
		},
		dayColumn("until", ({ expiresAt }) => expiresAt),
		{
			key: "actions",
			shown: (key) =>
				key.status === "active" ? (
					<Button size="xs" variant="outline" colorPalette="red" aria-label={text.revokeOf(key.name)} onClick={() => revoke(key)}>
						{text.revoke}
					</Button>
				) : null,
		},
	];
}

/** The question before a key is revoked. */
export function revokeQuestion(name: string, act: () => Promise<void>) {
	return {
		title: text.revokeTitle(name),
		lead: text.revokeEffect,
		confirm: text.revokeConfirm,
		isHarmful: true,
		act: async () => {
			await act();
			return text.revoked(name);
		},
	};
}
