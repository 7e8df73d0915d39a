import { Button, Checkbox, HStack, List, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { CopyButton } from "../controls/copy-button.tsx";
import { DownIcon } from "../icons.tsx";
import { secondFactorText } from "./words.ts";

type Props = {
	readonly codes: readonly string[];
	readonly isBusy: boolean;
	readonly onDownload: (codes: readonly string[]) => void;
	readonly onKept: () => void;
};

/** Recovery codes, shown once: they go on only after the user has ticked that they are kept. */
export function RecoveryCodes({ codes, isBusy, onDownload, onKept }: Props) {
	const [isKept, setIsKept] = useState(false);
	return (
		<Stack gap="4">
			<List.Root
				variant="plain"
				aria-label={secondFactorText.recovery.list}
				display="grid"
				gridTemplateColumns={{ base: "1fr", sm: "1fr 1fr" }}
				columnGap="4"
				rowGap="1"
				p="3"
				rounded="lg"
				bg="bg.agent"
				fontFamily="mono"
				fontSize="sm"
			>
				{codes.map((code) => (
					<List.Item key={code}>{code}</List.Item>
				))}
			</List.Root>
			<HStack wrap="wrap">
				<CopyButton size="sm" text={codes.join("\n")}>
					{secondFactorText.recovery.copy}
				</CopyButton>
				<Button size="sm" variant="outline" onClick={() => onDownload(codes)}>
					<DownIcon />
					{secondFactorText.recovery.download}
				</Button>
			</HStack>
			<Checkbox.Root checked={isKept} onCheckedChange={({ checked }) => setIsKept(checked === true)}>
				<Checkbox.HiddenInput />
				<Checkbox.Control borderColor="line.strong" />
				<Checkbox.Label>{secondFactorText.recovery.kept}</Checkbox.Label>
			</Checkbox.Root>
			<Button colorPalette="brand" alignSelf="stretch" disabled={!isKept} loading={isBusy} onClick={onKept}>
				{secondFactorText.recovery.done}
			</Button>
		</Stack>
	);
}
