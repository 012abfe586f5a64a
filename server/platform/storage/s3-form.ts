import { createHmac } from 'node:crypto';

interface PolicyRequest {
  bucket: string;
  key: string;
  contentType: string;
  maxBytes: number;
  expiresInSeconds: number;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  now: Date;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * The fields of a form that a browser may POST to a bucket: a policy and its AWS Signature Version 4.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-authentication-HTTPPOST.html
 */
export function postPolicy(request: PolicyRequest): Record<string, string> {
  const { bucket, key, contentType, maxBytes, expiresInSeconds, region, accessKeyId, secretAccessKey, now } = request;
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const fields = {
    key,
    'Content-Type': contentType,
    success_action_status: '201',
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': `${accessKeyId}/${day}/${region}/s3/aws4_request`,
    'x-amz-date': time,
  };
  const conditions = [
    { bucket },
    ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
    ['content-length-range', 0, maxBytes],
  ];
  const expiration = new Date(now.getTime() + expiresInSeconds * 1000).toISOString();
  const policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return { ...fields, policy, 'x-amz-signature': hmac(signingKey, policy).toString('hex') };
}
