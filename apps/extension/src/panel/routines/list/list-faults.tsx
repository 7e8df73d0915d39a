import { Alert, List, Text } from "@chakra-ui/react";
import { routinesText } from "../words.ts";
import type { ReadList } from "./list-draft.ts";

/** Every cell that cannot be used, by its row and column; nothing where all can. */
export function ListFaults({ list: { faults, faultCount } }: { readonly list: ReadList }) {
	const text = routinesText.list;
	if (faultCount === 0) return null;
	return (
		<Alert.Root status="error" role="alert" size="sm" mx="gutter" my="2" w="auto" rounded="lg">
			<Alert.Indicator aria-hidden />
			<Alert.Content minW="0">
				<Alert.Title fontWeight="semibold">{text.faults(faultCount)}</Alert.Title>
				<Alert.Description>
					<Text mb="1">{text.faultsHint}</Text>
					<List.Root variant="plain" gap="0.5" maxH="12rem" overflowY="auto" tabIndex={0} aria-label={text.faults(faultCount)}>
						{faults.map(({ row, column, message }) => (
							<List.Item key={`${row} ${column} ${message}`} overflowWrap="anywhere">
								{text.fault(row, column, message)}
							</List.Item>
						))}
						{faultCount > faults.length ? <List.Item>{text.moreFaults(faultCount - faults.length)}</List.Item> : null}
					</List.Root>
				</Alert.Description>
			</Alert.Content>
		</Alert.Root>
	);
}
