import { Box, Button, Heading, HStack, Kbd, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { formatDay } from "../../../kit/words/format.ts";
import { accountText } from "../../../panel/sign-in/words.ts";
import type { SiteGrant, ViewState } from "../../../panel-state.ts";
import type { Preferences } from "../../../preferences.ts";
import { LookForm, MailForm, ModeForm, NotifyForm } from "./preferences-form.tsx";
import { Section, SectionGroup } from "./section.tsx";
import type { ServerFormProps } from "./server-form.tsx";
import { ServerForm } from "./server-form.tsx";
import { settingsText } from "./words.ts";

type Props = {
	readonly state: ViewState;
	readonly version: string;
	readonly preferences: Preferences;
	/** Chrome refused notifications when the user switched them on. */
	readonly isNotifyRefused: boolean;
	readonly server: Omit<ServerFormProps, "state">;
	readonly onPreferences: (part: Partial<Preferences>) => void;
	readonly onOpenPanel: () => void;
	readonly onRevoke: (domain: string) => void;
	readonly onTrustedRevoke: (domain: string) => void;
	readonly onSignOut: () => void;
	/** Sign-ins, second factor and password; for whoever is signed in. */
	readonly security?: ReactNode;
};

/** What a user sets on this device, and the account. */
export function SettingsPage(props: Props) {
	const { state, version, preferences, isNotifyRefused, server, onPreferences, onOpenPanel, onRevoke, onTrustedRevoke, onSignOut } = props;
	// The next user must not see where the previous one allowed Webhand.
	const isSignedOut = state.auth.kind === "signed_out";
	return (
		<Box maxW="42rem">
			<Stack gap="8">
				<Heading as="h1" size="xl" tabIndex={-1}>
					{settingsText.title}
				</Heading>
				<SectionGroup title={settingsText.groups.tasks}>
					<Section title={settingsText.mode}>
						<ModeForm most={preferences.mode} now={state.mode} onChange={(mode) => onPreferences({ mode })} onOpenPanel={onOpenPanel} />
					</Section>
					{isSignedOut ? null : (
						<Section title={settingsText.sites}>
							{state.managed.allowedSites.length === 0 ? null : (
								<Text overflowWrap="anywhere">{settingsText.sitesManaged(state.managed.allowedSites)}</Text>
							)}
							<Grants grants={state.grants} empty={settingsText.sitesEmpty} remove={settingsText.remove} onRevoke={onRevoke} />
						</Section>
					)}
					{isSignedOut || state.trustedGrants === null ? null : (
						<Section title={settingsText.trusted}>
							<Grants
								grants={state.trustedGrants}
								empty={settingsText.trustedEmpty}
								remove={settingsText.removeTrusted}
								onRevoke={onTrustedRevoke}
							/>
						</Section>
					)}
				</SectionGroup>
				<SectionGroup title={settingsText.groups.browser}>
					<Section title={settingsText.look}>
						<LookForm preferences={preferences} onChange={onPreferences} />
					</Section>
					<Section title={settingsText.notify}>
						<NotifyForm
							isOn={preferences.notifyOnFinish}
							isRefused={isNotifyRefused}
							onChange={(notifyOnFinish) => onPreferences({ notifyOnFinish })}
						/>
					</Section>
					<Section title={settingsText.shortcuts}>
						{settingsText.shortcutList.map(([keys, meaning]) => (
							<HStack key={keys}>
								<Kbd>{keys}</Kbd>
								<Text>{meaning}</Text>
							</HStack>
						))}
					</Section>
				</SectionGroup>
				<SectionGroup title={settingsText.groups.account}>
					<Section title={settingsText.account}>
						{state.auth.kind === "signed_in" ? (
							<HStack justify="space-between" wrap="wrap">
								<Text>{settingsText.signedInAs(state.auth.user.name, state.auth.user.email, state.auth.tenantName)}</Text>
								<Button size="xs" variant="outline" onClick={onSignOut}>
									{accountText.signOut}
								</Button>
							</HStack>
						) : (
							<Text color="fg.quiet">{settingsText.signedOut}</Text>
						)}
					</Section>
					{state.auth.kind === "signed_in" ? (
						<Section title={settingsText.mail}>
							<MailForm isOn={preferences.mailWhenWaiting} onChange={(mailWhenWaiting) => onPreferences({ mailWhenWaiting })} />
						</Section>
					) : null}
					{state.auth.kind === "signed_in" ? props.security : null}
				</SectionGroup>
				<SectionGroup title={settingsText.groups.connection}>
					<Section title={settingsText.server}>
						<ServerForm state={state} {...server} />
					</Section>
					<Section title={settingsText.about}>
						<Text color="fg.quiet">{settingsText.version(version)}</Text>
					</Section>
				</SectionGroup>
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

/** Always allowed domains, each with a button that removes it. */
function Grants({ grants, empty, remove, onRevoke }: GrantsProps) {
	if (grants.length === 0) return <Text color="fg.quiet">{empty}</Text>;
	return grants.map((grant) => (
		<HStack key={grant.domain} justify="space-between" wrap="wrap">
			<Text>
				{grant.domain}{" "}
				<Text as="span" color="fg.quiet" fontSize="xs">
					{settingsText.allowedSince(formatDay(grant.at))}
				</Text>
			</Text>
			<Button size="xs" variant="outline" onClick={() => onRevoke(grant.domain)}>
				{remove(grant.domain)}
			</Button>
		</HStack>
	));
}
