import { z } from 'zod';
import { ImportedPart, ImportedValues } from '../model/imported-values.ts';
import { Connection } from '../model/connection.ts';
import {
  DraftOwner,
  maxUploadBytes,
  RecordingAddress,
  RecordingMatches,
  RecordingPreview,
  RecordingProgress,
  RecordingRequest,
  RecordingTransfer,
  RemoteRecording,
  uploadPartBytes,
} from '../model/recording.ts';
import { RecordedDeliveries, RecordedRequest, RecordedRequests } from '../model/recorded-records.ts';
import { WebhookContent } from '../model/webhook.ts';
import { call, stream } from '../rpc/contract-types.ts';
import { nothing, onServer, onThread } from './call-inputs.ts';

const onDraft = z.strictObject({ draftId: z.uuid() });
const onUpload = z.strictObject({ uploadId: z.uuid() });
const onRecord = onServer.extend({ index: z.int().nonnegative() });
const pieces = z.custom<readonly Uint8Array[]>(
  (value) => Array.isArray(value) && value.every((piece) => piece instanceof Uint8Array),
);

/** Calls of the contract about recordings. None changes a server. */
export const recordingCalls = {
  /** Records of a draft that have a text, whatever its letter case. */
  'recordings.search': call(onDraft.extend({ text: z.string().min(1).max(500) }), RecordingMatches),
  /** A part of a draft's file, from a byte on; `total`: bytes of the file. */
  'recordings.part': call(
    onDraft.extend({ from: z.int().nonnegative() }),
    z.strictObject({ total: z.int().nonnegative(), pieces }),
    { bulk: 'pieces' },
  ),
  'recordings.discard': call(onDraft, nothing),
  /** Makes a draft of an opened recording, with the same content. */
  'recordings.copy': call(onServer.extend({ draftOwner: DraftOwner }), RecordingPreview),
  'recordings.startUpload': call(
    z.strictObject({ fileName: z.string().max(255), bytes: z.int().positive().max(maxUploadBytes) }),
    onUpload,
  ),
  /** The next part of a file, in base64. */
  'recordings.upload': call(
    onUpload.extend({ from: z.int().nonnegative(), base64: z.string().max((uploadPartBytes * 4) / 3 + 4) }),
    nothing,
  ),
  /** Opens a file once it is sent. Fails with `invalid-input` and the reason for one that is no recording. */
  'recordings.open': call(onUpload, Connection),
  'recordings.cancelUpload': call(onUpload, nothing),
  /**
   * Asks what is at an address, without downloading it. Fails with the reason for what can't be a recording, for a link
   * that has expired, and for an address that is neither https nor on this machine.
   */
  'recordings.askAddress': call(z.strictObject({ address: RecordingAddress }), RemoteRecording),
  /** What an opened recording has beside its server's own. `index`: the line in its file, from 0. */
  'recordings.requests': call(onServer, RecordedRequests),
  'recordings.request': call(onRecord, RecordedRequest),
  'recordings.deliveries': call(onServer, RecordedDeliveries),
  'recordings.delivery': call(onRecord, WebhookContent),
  /** What an export of another tool says went into a run or an execution, and came out. */
  'recordings.importedValues': call(onThread.extend(ImportedPart.shape), ImportedValues),
};

export const recordingStreams = {
  /** Records a thread or a run into a draft, which is removed if the stream is left before its end. */
  'recordings.record': stream(RecordingRequest, RecordingProgress),
  /** Downloads and opens what the user agreed to. Nothing is kept if the stream is left before its end. */
  'recordings.download': stream(
    z.strictObject({
      address: RecordingAddress,
      ...RemoteRecording.pick({ host: true, fileName: true, bytes: true }).shape,
    }),
    RecordingTransfer,
  ),
  /** Uploads the file of a draft to an address (S3, WebDAV), once. The draft stays. */
  'recordings.send': stream(onDraft.extend({ address: RecordingAddress }), RecordingTransfer),
};
