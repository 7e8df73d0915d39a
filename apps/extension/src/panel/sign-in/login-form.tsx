import { Box, Button, Field, Heading, Input, Stack, Text } from "@chakra-ui/react";
import type { FormEvent, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { BrandMark } from "../../kit/icons.tsx";
import { useNow } from "../../kit/now.ts";
import { Problem } from "../../kit/states.tsx";
import type { CommandProblem } from "../../kit/transport.ts";
import type { AuthView, ManagedView } from "../../panel-state.ts";
import { secondsUntil } from "../state/select.ts";
import { emailFault, passwordFault, serverFault, serverSentence, signInSentence } from "./sign-in.ts";
import { accountText, serverAddressText, signInText } from "./words.ts";

type Props = {
	readonly reason: Extract<AuthView, { kind: "signed_out" }>["reason"];
	readonly serverUrl: string;
	readonly managed: ManagedView;
	readonly isBusy: boolean;
	readonly isOpening: boolean;
	/** The email of a sign-in that failed. */
	readonly triedEmail: string;
	/** The sentence about a waiting task; "" for none. */
	readonly waiting: string;
	readonly problem: CommandProblem | null;
	readonly onSignIn: (input: { readonly serverUrl: string; readonly email: string; readonly password: string }) => void;
	/** Opens the sign-in page of the email's organization. */
	readonly onProvider: (input: { readonly serverUrl: string; readonly email: string }) => void;
	readonly onSettings: () => void;
};

/** The sign-in form. No task can start before it (spec 000 §10). */
export function LoginForm({
	reason,
	serverUrl,
	managed,
	isBusy,
	isOpening,
	triedEmail,
	waiting,
	problem,
	onSignIn,
	onProvider,
	onSettings,
}: Props) {
	const [server, setServer] = useState(serverUrl);
	const [email, setEmail] = useState(triedEmail);
	const [password, setPassword] = useState("");
	const [tried, setTried] = useState<"nothing" | "password" | "provider">("nothing");
	const [triedServer, setTriedServer] = useState(serverUrl);
	const serverInput = useRef<HTMLInputElement>(null);
	const emailInput = useRef<HTMLInputElement>(null);
	const passwordInput = useRef<HTMLInputElement>(null);
	const now = useNow(problem?.retryAt !== undefined);
	const waitSeconds = problem?.retryAt === undefined ? 0 : secondsUntil(problem.retryAt, now);

	const badEmail = emailFault(email);
	const badPassword = passwordFault(password);
	const refusedServer = problem?.server !== undefined && triedServer === server.trim() ? serverSentence(problem.server) : "";
	const badServer = (tried === "nothing" ? "" : serverFault(server)) || refusedServer;

	useEffect(() => emailInput.current?.focus(), []);
	useEffect(() => setServer(serverUrl), [serverUrl]);
	useEffect(() => {
		if (problem?.code === "INVALID_CREDENTIALS") passwordInput.current?.select();
		if (problem?.server !== undefined) serverInput.current?.focus();
	}, [problem]);

	/** @returns the server when email and server can be sent */
	const readServer = (): string | null => {
		if (badEmail !== "") emailInput.current?.focus();
		else if (serverFault(server) !== "") serverInput.current?.focus();
		else {
			setTriedServer(server.trim());
			return server.trim();
		}
		return null;
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (managed.organizationSignIn) return openProvider();
		setTried("password");
		if (badEmail === "" && badPassword !== "") return passwordInput.current?.focus();
		const ready = readServer();
		if (ready !== null) onSignIn({ serverUrl: ready, email: email.trim(), password });
	};
	const openProvider = () => {
		setTried("provider");
		const ready = readServer();
		if (ready !== null) onProvider({ serverUrl: ready, email: email.trim() });
	};
	const isProviderWanted = managed.organizationSignIn || problem?.code === "PROVIDER_SIGN_IN_REQUIRED";

	return (
		<Box as="main" p="5" maxW="28rem" mx="auto">
			<Stack gap="5">
				<Stack gap="1">
					<BrandMark boxSize="10" mb="1" />
					<Heading as="h1" size="md">
						{accountText.title}
					</Heading>
					<Text color="fg.quiet">{accountText.reason[reason]}</Text>
					{waiting === "" ? null : <Text color="status.waiting">{waiting}</Text>}
				</Stack>
				{problem && problem.server === undefined ? (
					<Problem message={signInSentence(problem, waitSeconds)} requestId={problem.requestId} />
				) : null}
				<form onSubmit={submit} noValidate>
					<Stack gap="4">
						<LoginField
							label={accountText.email}
							fault={tried === "nothing" ? "" : badEmail}
							input={emailInput}
							type="email"
							name="email"
							autoComplete="username"
							value={email}
							onValue={setEmail}
						/>
						{managed.organizationSignIn ? null : (
							<LoginField
								label={accountText.password}
								fault={tried === "password" ? badPassword : ""}
								input={passwordInput}
								type="password"
								name="password"
								autoComplete="current-password"
								value={password}
								onValue={setPassword}
							/>
						)}
						<LoginField
							label={accountText.server}
							fault={badServer}
							hint={managed.hasServer ? serverAddressText.managed : serverAddressText.hint}
							isFixed={managed.hasServer}
							input={serverInput}
							type="url"
							name="server"
							autoComplete="url"
							value={server}
							onValue={setServer}
						/>
						<Stack gap="2">
							{managed.organizationSignIn ? null : (
								<Button
									type="submit"
									colorPalette="brand"
									variant={isProviderWanted ? "outline" : "solid"}
									loading={isBusy}
									loadingText={accountText.submitting}
									disabled={waitSeconds > 0}
								>
									{accountText.submit}
								</Button>
							)}
							<Button
								type="button"
								{...(isProviderWanted ? { colorPalette: "brand" } : {})}
								variant={isProviderWanted ? "solid" : "outline"}
								whiteSpace="normal"
								h="auto"
								minH="10"
								py="2"
								loading={isOpening}
								loadingText={signInText.withOrganization}
								disabled={waitSeconds > 0}
								onClick={openProvider}
							>
								{signInText.withOrganization}
							</Button>
						</Stack>
						<Button variant="ghost" size="sm" onClick={onSettings}>
							{accountText.settings}
						</Button>
					</Stack>
				</form>
			</Stack>
		</Box>
	);
}

type LoginFieldProps = {
	readonly label: string;
	readonly fault: string;
	readonly hint?: string;
	readonly isFixed?: boolean;
	readonly input: RefObject<HTMLInputElement | null>;
	readonly type: "email" | "password" | "url";
	readonly name: string;
	readonly autoComplete: string;
	readonly value: string;
	readonly onValue: (value: string) => void;
};

function LoginField({ label, fault, hint, isFixed = false, input, onValue, ...field }: LoginFieldProps) {
	return (
		<Field.Root required invalid={fault !== ""}>
			<Field.Label>{label}</Field.Label>
			<Input {...field} readOnly={isFixed} borderColor="line.strong" ref={input} onChange={(event) => onValue(event.target.value)} />
			{hint === undefined ? null : <Field.HelperText>{hint}</Field.HelperText>}
			<Field.ErrorText>{fault}</Field.ErrorText>
		</Field.Root>
	);
}
