import { Box, Button } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { formatTime } from "../../../kit/words/format.ts";
import type { Column } from "./data-table.tsx";
import { dayColumn } from "./data-table.tsx";
import { StateWord } from "./state-word.tsx";

const tones = { active: "good", expired: "waiting", revoked: "off" } as const;

/** What a program signs in with: an API key, or a connected client. Times are ISO 8601. */
type Credential = {
	readonly name: string;
	readonly status: keyof typeof tones;
	readonly lastUsedAt: string | null;
	readonly expiresAt: string;
};

/** The words of a page of credentials. */
type CredentialWords = {
	readonly statuses: Readonly<Record<keyof typeof tones, string>>;
	readonly never: string;
	readonly revoke: string;
	readonly revokeOf: (name: string) => string;
	readonly revokeTitle: (name: string) => string;
	readonly revokeEffect: string;
	readonly revokeConfirm: string;
	readonly revoked: (name: string) => string;
};

type Shown<Row> = {
	readonly text: CredentialWords;
	readonly may: (row: Row) => string;
	/** A line below the name. */
	readonly note?: (row: Row) => ReactNode;
	/** Columns behind the name. */
	readonly owner?: readonly Column<Row>[];
	readonly revoke: (row: Row) => void;
};

/** What a list of credentials shows. */
export function credentialColumns<Row extends Credential>({ text, may, note, owner = [], revoke }: Shown<Row>): readonly Column<Row>[] {
	return [
		{
			key: "name",
			value: ({ name }) => name,
			shown: (row) => (
				<>
					<Box fontWeight="medium" overflowWrap="anywhere">
						{row.name}
					</Box>
					{note?.(row)}
				</>
			),
		},
		...owner,
		{ key: "may", shown: may },
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
			shown: (row) =>
				row.status === "active" ? (
					<Button size="xs" variant="outline" colorPalette="red" aria-label={text.revokeOf(row.name)} onClick={() => revoke(row)}>
						{text.revoke}
					</Button>
				) : null,
		},
	];
}

/** The question before a credential is revoked. */
export function revokeQuestionOf(text: CredentialWords, name: string, act: () => Promise<void>) {
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
