import { Alert, Box, Button, Field, Heading, HStack, Input, Kbd, RadioGroup, Stack, Text } from "@chakra-ui/react";
import type { FormEvent, ReactNode } from "react";
import { useEffect, useState } from "react";
import type { ServerTest, SiteGrant, ViewState } from "../../messages.ts";
import { text } from "../../text/en.ts";
import type { ThemeChoice } from "../kit/theme-choice.ts";

type Props = {
	readonly state: ViewState;
	readonly version: string;
	readonly theme: ThemeChoice;
	readonly isBusy: boolean;
	readonly problem: string;
	readonly test: ServerTest | "running" | null;
	readonly isSaved: boolean;
	readonly onTest: (serverUrl: string) => void;
	readonly onSave: (serverUrl: string) => void;
	readonly onTheme: (theme: ThemeChoice) => void;
	readonly onRevoke: (domain: string) => void;
	readonly onTrustedRevoke: (domain: string) => void;
	readonly onSignOut: () => void;
};

const themes = [
	{ value: "light", label: text.settings.light },
	{ value: "dark", label: text.settings.dark },
	{ value: "system", label: text.settings.system },
] as const;

/** Server, look, allowed sites, account, keyboard. */
export function SettingsPage(props: Props) {
	const { state, version, theme, onTheme, onRevoke, onTrustedRevoke, onSignOut } = props;
	return (
		<Box as="main" maxW="42rem" mx="auto" p="6">
			<Stack gap="8">
				<Heading as="h1" size="xl">
					{text.settings.title}
				</Heading>
				<ServerSection {...props} />
				<Section title={text.settings.theme}>
					<RadioGroup.Root
						value={theme}
						onValueChange={({ value }) => onTheme(themes.find((entry) => entry.value === value)?.value ?? "system")}
						aria-label={text.settings.theme}
					>
						<HStack gap="5">
							{themes.map((entry) => (
								<RadioGroup.Item key={entry.value} value={entry.value}>
									<RadioGroup.ItemHiddenInput />
									<RadioGroup.ItemIndicator borderColor="line.strong" />
									<RadioGroup.ItemText>{entry.label}</RadioGroup.ItemText>
								</RadioGroup.Item>
							))}
						</HStack>
					</RadioGroup.Root>
				</Section>
				<Section title={text.settings.sites}>
					<Grants grants={state.grants} empty={text.settings.sitesEmpty} remove={text.settings.remove} onRevoke={onRevoke} />
				</Section>
				{state.trustedGrants === null ? null : (
					<Section title={text.settings.trusted}>
						<Grants
							grants={state.trustedGrants}
							empty={text.settings.trustedEmpty}
							remove={text.settings.removeTrusted}
							onRevoke={onTrustedRevoke}
						/>
					</Section>
				)}
				<Section title={text.settings.account}>
					{state.auth.kind === "signed_in" ? (
						<HStack justify="space-between" wrap="wrap">
							<Text>{text.settings.signedInAs(state.auth.user.name, state.auth.user.email, state.auth.tenantName)}</Text>
							<Button size="xs" variant="outline" onClick={onSignOut}>
								{text.account.signOut}
							</Button>
						</HStack>
					) : (
						<Text color="fg.quiet">{text.settings.signedOut}</Text>
					)}
				</Section>
				<Section title={text.settings.shortcuts}>
					{text.settings.shortcutList.map(([keys, meaning]) => (
						<HStack key={keys}>
							<Kbd>{keys}</Kbd>
							<Text>{meaning}</Text>
						</HStack>
					))}
				</Section>
				<Section title={text.settings.about}>
					<Text color="fg.quiet">{text.settings.version(version)}</Text>
				</Section>
			</Stack>
		</Box>
	);
}

type GrantsProps = {
	readonly grants: readonly SiteGrant[];
	readonly empty: string;
	readonly remove: (domain: string) => string;
	readonly onRevoke: (domain: string) => void;
};

/** Domains that were allowed for good, each with its way back. */
function Grants({ grants, empty, remove, onRevoke }: GrantsProps) {
	if (grants.length === 0) return <Text color="fg.quiet">{empty}</Text>;
	return grants.map((grant) => (
		<HStack key={grant.domain} justify="space-between" wrap="wrap">
			<Text>
				{grant.domain}{" "}
				<Text as="span" color="fg.quiet" fontSize="xs">
					{text.settings.allowedSince(new Date(grant.at).toLocaleDateString())}
				</Text>
			</Text>
			<Button size="xs" variant="outline" onClick={() => onRevoke(grant.domain)}>
				{remove(grant.domain)}
			</Button>
		</HStack>
	));
}

function ServerSection({ state, isBusy, problem, test, isSaved, onTest, onSave }: Props) {
	const [server, setServer] = useState(state.serverUrl);
	useEffect(() => setServer(state.serverUrl), [state.serverUrl]);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		onSave(server.trim());
	};
	const result = test === null || test === "running" ? null : sentenceOf(test);
	return (
		<Section title={text.settings.server}>
			<form onSubmit={submit}>
				<Stack gap="3">
					<Field.Root invalid={problem !== ""}>
						<Field.Label>{text.account.server}</Field.Label>
						<Input type="url" borderColor="line.strong" value={server} onChange={(event) => setServer(event.target.value)} />
						<Field.HelperText>{text.settings.serverHint}</Field.HelperText>
						<Field.ErrorText>{problem}</Field.ErrorText>
					</Field.Root>
					<HStack>
						<Button
							type="submit"
							size="sm"
							colorPalette="blue"
							loading={isBusy}
							disabled={server.trim() === "" || server.trim() === state.serverUrl}
						>
							{text.settings.save}
						</Button>
						<Button
							size="sm"
							variant="outline"
							loading={test === "running"}
							loadingText={text.settings.testing}
							onClick={() => onTest(server.trim())}
						>
							{text.settings.test}
						</Button>
					</HStack>
					<Box role="status">
						{result ? (
							<Alert.Root status={result.isGood ? "success" : "error"} size="sm">
								<Alert.Indicator aria-hidden />
								<Alert.Description>{result.sentence}</Alert.Description>
							</Alert.Root>
						) : null}
						{isSaved ? <Text color="status.completed">{text.settings.saved}</Text> : null}
					</Box>
				</Stack>
			</form>
		</Section>
	);
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
	return (
		<Box as="section" aria-label={title}>
			<Heading as="h2" size="md" mb="3">
				{title}
			</Heading>
			<Stack gap="2">{children}</Stack>
		</Box>
	);
}

function sentenceOf(test: ServerTest): { readonly isGood: boolean; readonly sentence: string } {
	switch (test.kind) {
		case "ok":
			return { isGood: true, sentence: text.settings.ok(test.latencyMs, test.signedIn) };
		case "invalid":
			return { isGood: false, sentence: text.settings.invalid };
		case "insecure":
			return { isGood: false, sentence: text.settings.insecure };
		case "unreachable":
			return { isGood: false, sentence: text.settings.unreachable(test.message) };
		case "not_webhand":
			return { isGood: false, sentence: text.settings.notWebhand(test.status) };
		case "blocked":
			return { isGood: false, sentence: text.settings.blocked(test.extensionId) };
	}
}
