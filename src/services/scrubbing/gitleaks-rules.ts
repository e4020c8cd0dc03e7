import type { ScrubRule } from './scrub-rule.ts';

// The rules of gitleaks v8.30.1 (MIT, Copyright (c) 2019 Zachary Rice), made by scripts/secret-rules.mjs.
export const gitleaksRules: readonly ScrubRule[] = [
  {
    id: '1password-secret-key',
    pattern:
      '\\bA3-[A-Z0-9]{6}-(?:(?:[A-Z0-9]{11})|(?:[A-Z0-9]{6}-[A-Z0-9]{5}))-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}\\b',
    keywords: ['a3-'],
    entropy: 3.8,
  },
  {
    id: '1password-service-account-token',
    pattern: 'ops_eyJ[a-zA-Z0-9+/]{250,}={0,3}',
    keywords: ['ops_'],
    entropy: 4,
  },
  {
    id: 'adafruit-api-key',
    pattern:
      '(?:[aA][dD][aA][fF][rR][uU][iI][tT])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9_-]{32})(?![\\w-])',
    keywords: ['adafruit'],
    isAssigned: true,
  },
  {
    id: 'adobe-client-id',
    pattern:
      '(?:[aA][dD][oO][bB][eE])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-fA-F0-9]{32})(?![\\w-])',
    keywords: ['adobe'],
    entropy: 2,
    isAssigned: true,
  },
  {
    id: 'adobe-client-secret',
    pattern: '\\b(p8e-[a-zA-Z0-9]{32})',
    keywords: ['p8e-'],
    entropy: 2,
  },
  {
    id: 'age-secret-key',
    pattern: 'AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}',
    keywords: ['age-secret-key-1'],
  },
  {
    id: 'airtable-api-key',
    pattern:
      '(?:[aA][iI][rR][tT][aA][bB][lL][eE])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{17})(?![\\w-])',
    keywords: ['airtable'],
    isAssigned: true,
  },
  {
    id: 'airtable-personnal-access-token',
    pattern: '\\b(pat[a-zA-Z0-9]{14}\\.[a-f0-9]{64})\\b',
    keywords: ['pat'],
  },
  {
    id: 'algolia-api-key',
    pattern:
      '(?:[aA][lL][gG][oO][lL][iI][aA])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{32})(?![\\w-])',
    keywords: ['algolia'],
    isAssigned: true,
  },
  {
    id: 'alibaba-access-key-id',
    pattern: '\\b(LTAI[a-zA-Z0-9]{20})',
    keywords: ['ltai'],
    entropy: 2,
  },
  {
    id: 'alibaba-secret-key',
    pattern:
      '(?:[aA][lL][iI][bB][aA][bB][aA])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{30})(?![\\w-])',
    keywords: ['alibaba'],
    entropy: 2,
    isAssigned: true,
  },
  {
    id: 'anthropic-admin-api-key',
    pattern: '\\b(sk-ant-admin01-[a-zA-Z0-9_\\-]{93}AA)',
    keywords: ['sk-ant-admin01'],
  },
  {
    id: 'anthropic-api-key',
    pattern: '\\b(sk-ant-api03-[a-zA-Z0-9_\\-]{93}AA)',
    keywords: ['sk-ant-api03'],
  },
  {
    id: 'artifactory-api-key',
    pattern: '\\bAKCp[A-Za-z0-9]{69}\\b',
    keywords: ['akcp'],
    entropy: 4.5,
  },
  {
    id: 'artifactory-reference-token',
    pattern: '\\bcmVmd[A-Za-z0-9]{59}\\b',
    keywords: ['cmvmd'],
    entropy: 4.5,
  },
  {
    id: 'asana-client-id',
    pattern:
      '(?:[aA][sS][aA][nN][aA])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([0-9]{16})(?![\\w-])',
    keywords: ['asana'],
    isAssigned: true,
  },
  {
    id: 'asana-client-secret',
    pattern:
      '(?:[aA][sS][aA][nN][aA])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{32})(?![\\w-])',
    keywords: ['asana'],
    isAssigned: true,
  },
  {
    id: 'atlassian-api-token',
    pattern:
      '(?:(?:ATLASSIAN|[Aa]tlassian)|(?:CONFLUENCE|[Cc]onfluence)|(?:JIRA|[Jj]ira))(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{20}[a-fA-F0-9]{4})(?![\\w-])|\\b([aA][tT][aA][tT][tT]3[a-zA-Za-zA-Z0-9_\\-=]{186})(?![\\w-])',
    keywords: ['atlassian', 'confluence', 'jira', 'atatt3'],
    entropy: 3.5,
    isAssigned: true,
  },
  {
    id: 'authress-service-client-access-key',
    pattern:
      '\\b((?:sc|ext|scauth|authress)_[a-zA-Z0-9]{5,30}\\.[a-zA-Z0-9]{4,6}\\.(?:acc)[_-][a-zA-Z0-9-]{10,32}\\.[a-zA-Z0-9+/_=-]{30,120})',
    keywords: ['sc_', 'ext_', 'scauth_', 'authress_'],
    entropy: 2,
  },
  {
    id: 'aws-access-token',
    pattern: '\\b((?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16})\\b',
    keywords: ['a3t', 'akia', 'asia', 'abia', 'acca'],
    entropy: 3,
  },
  {
    id: 'aws-amazon-bedrock-api-key-long-lived',
    pattern: '\\b(ABSK[A-Za-z0-9+/]{109,269}={0,2})',
    keywords: ['absk'],
    entropy: 3,
  },
  {
    id: 'aws-amazon-bedrock-api-key-short-lived',
    pattern: 'bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t',
    keywords: ['bedrock-api-key-'],
    entropy: 3,
  },
  {
    id: 'azure-ad-client-secret',
    pattern:
      '(?:^|[\\\\\'"\\x60\\s>=:(,)])([a-zA-Z0-9_~.]{3}\\dQ~[a-zA-Z0-9_~.-]{31,34})(?:$|[\\\\\'"\\x60\\s<),])',
    keywords: ['0q~', '1q~', '2q~', '3q~', '4q~', '5q~', '6q~', '7q~', '8q~', '9q~'],
    entropy: 3,
  },
  {
    id: 'beamer-api-token',
    pattern:
      '(?:[bB][eE][aA][mM][eE][rR])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([bB]_[a-zA-Z0-9=_\\-]{44})(?![\\w-])',
    keywords: ['beamer'],
    isAssigned: true,
  },
  {
    id: 'bitbucket-client-id',
    pattern:
      '(?:[bB][iI][tT][bB][uU][cC][kK][eE][tT])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{32})(?![\\w-])',
    keywords: ['bitbucket'],
    isAssigned: true,
  },
  {
    id: 'bitbucket-client-secret',
    pattern:
      '(?:[bB][iI][tT][bB][uU][cC][kK][eE][tT])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9=_\\-]{64})(?![\\w-])',
    keywords: ['bitbucket'],
    isAssigned: true,
  },
  {
    id: 'bittrex-access-key',
    pattern:
      '(?:[bB][iI][tT][tT][rR][eE][xX])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{32})(?![\\w-])',
    keywords: ['bittrex'],
    isAssigned: true,
  },
  {
    id: 'bittrex-secret-key',
    pattern:
      '(?:[bB][iI][tT][tT][rR][eE][xX])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{32})(?![\\w-])',
    keywords: ['bittrex'],
    isAssigned: true,
  },
  {
    id: 'cisco-meraki-api-key',
    pattern:
      '(?:(?:(?:[Mm]eraki|MERAKI))(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3})(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([0-9a-f]{40})(?![\\w-])',
    keywords: ['meraki'],
    entropy: 3,
    isAssigned: true,
  },
  {
    id: 'clickhouse-cloud-api-secret-key',
    pattern: '\\b(4b1d[A-Za-z0-9]{38})\\b',
    keywords: ['4b1d'],
    entropy: 3,
  },
  {
    id: 'clojars-api-token',
    pattern: '[cC][lL][oO][jJ][aA][rR][sS]_[a-zA-Z0-9]{60}',
    keywords: ['clojars_'],
    entropy: 2,
  },
  {
    id: 'cloudflare-api-key',
    pattern:
      '(?:[cC][lL][oO][uU][dD][fF][lL][aA][rR][eE])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9_-]{40})(?![\\w-])',
    keywords: ['cloudflare'],
    entropy: 2,
    isAssigned: true,
  },
  {
    id: 'cloudflare-global-api-key',
    pattern:
      '(?:[cC][lL][oO][uU][dD][fF][lL][aA][rR][eE])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-fA-F0-9]{37})(?![\\w-])',
    keywords: ['cloudflare'],
    entropy: 2,
    isAssigned: true,
  },
  {
    id: 'cloudflare-origin-ca-key',
    pattern: '\\b(v1\\.0-[a-f0-9]{24}-[a-f0-9]{146})',
    keywords: ['cloudflare', 'v1.0-'],
    entropy: 2,
  },
  {
    id: 'codecov-access-token',
    pattern:
      '(?:[cC][oO][dD][eE][cC][oO][vV])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{32})(?![\\w-])',
    keywords: ['codecov'],
    isAssigned: true,
  },
  {
    id: 'cohere-api-token',
    pattern:
      '(?:(?:[cC][oO][hH][eE][rR][eE]|[cC][oO]_[aA][pP][iI]_[kK][eE][yY])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3})(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{40})(?![\\w-])',
    keywords: ['cohere', 'co_api_key'],
    entropy: 4,
    isAssigned: true,
  },
  {
    id: 'coinbase-access-token',
    pattern:
      '(?:[cC][oO][iI][nN][bB][aA][sS][eE])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9_-]{64})(?![\\w-])',
    keywords: ['coinbase'],
    isAssigned: true,
  },
  {
    id: 'confluent-access-token',
    pattern:
      '(?:[cC][oO][nN][fF][lL][uU][eE][nN][tT])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{16})(?![\\w-])',
    keywords: ['confluent'],
    isAssigned: true,
  },
  {
    id: 'confluent-secret-key',
    pattern:
      '(?:[cC][oO][nN][fF][lL][uU][eE][nN][tT])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{64})(?![\\w-])',
    keywords: ['confluent'],
    isAssigned: true,
  },
  {
    id: 'contentful-delivery-api-token',
    pattern:
      '(?:[cC][oO][nN][tT][eE][nN][tT][fF][uU][lL])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9=_\\-]{43})(?![\\w-])',
    keywords: ['contentful'],
    isAssigned: true,
  },
  {
    id: 'databricks-api-token',
    pattern: '\\b(dapi[a-f0-9]{32}(?:-\\d)?)',
    keywords: ['dapi'],
    entropy: 3,
  },
  {
    id: 'datadog-access-token',
    pattern:
      '(?:[dD][aA][tT][aA][dD][oO][gG])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{40})(?![\\w-])',
    keywords: ['datadog'],
    isAssigned: true,
  },
  {
    id: 'defined-networking-api-token',
    pattern:
      '(?:[dD][nN][kK][eE][yY])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([dD][nN][kK][eE][yY]-[a-zA-Z0-9=_\\-]{26}-[a-zA-Z0-9=_\\-]{52})(?![\\w-])',
    keywords: ['dnkey'],
    isAssigned: true,
  },
  {
    id: 'digitalocean-access-token',
    pattern: '\\b(doo_v1_[a-f0-9]{64})',
    keywords: ['doo_v1_'],
    entropy: 3,
  },
  {
    id: 'digitalocean-pat',
    pattern: '\\b(dop_v1_[a-f0-9]{64})',
    keywords: ['dop_v1_'],
    entropy: 3,
  },
  {
    id: 'digitalocean-refresh-token',
    pattern: '\\b([dD][oO][rR]_[vV]1_[a-fA-F0-9]{64})',
    keywords: ['dor_v1_'],
  },
  {
    id: 'discord-api-token',
    pattern:
      '(?:[dD][iI][sS][cC][oO][rR][dD])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-fA-F0-9]{64})(?![\\w-])',
    keywords: ['discord'],
    isAssigned: true,
  },
  {
    id: 'discord-client-id',
    pattern:
      '(?:[dD][iI][sS][cC][oO][rR][dD])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([0-9]{18})(?![\\w-])',
    keywords: ['discord'],
    entropy: 2,
    isAssigned: true,
  },
  {
    id: 'discord-client-secret',
    pattern:
      '(?:[dD][iI][sS][cC][oO][rR][dD])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9=_\\-]{32})(?![\\w-])',
    keywords: ['discord'],
    entropy: 2,
    isAssigned: true,
  },
  {
    id: 'doppler-api-token',
    pattern: 'dp\\.pt\\.[a-zA-Z0-9]{43}',
    keywords: ['dp.pt.'],
    entropy: 2,
  },
  {
    id: 'droneci-access-token',
    pattern:
      '(?:[dD][rR][oO][nN][eE][cC][iI])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{32})(?![\\w-])',
    keywords: ['droneci'],
    isAssigned: true,
  },
  {
    id: 'dropbox-api-token',
    pattern:
      '(?:[dD][rR][oO][pP][bB][oO][xX])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{15})(?![\\w-])',
    keywords: ['dropbox'],
    isAssigned: true,
  },
  {
    id: 'dropbox-long-lived-api-token',
    pattern:
      '(?:[dD][rR][oO][pP][bB][oO][xX])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{11}([aA][aA][aA][aA][aA][aA][aA][aA][aA][aA])[a-zA-Z0-9\\-_=]{43})(?![\\w-])',
    keywords: ['dropbox'],
    isAssigned: true,
  },
  {
    id: 'dropbox-short-lived-api-token',
    pattern:
      '(?:[dD][rR][oO][pP][bB][oO][xX])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([sS][lL]\\.[a-zA-Z0-9\\-=_]{135})(?![\\w-])',
    keywords: ['dropbox'],
    isAssigned: true,
  },
  {
    id: 'duffel-api-token',
    pattern: 'duffel_(?:test|live)_[a-zA-Z0-9_\\-=]{43}',
    keywords: ['duffel_'],
    entropy: 2,
  },
  {
    id: 'dynatrace-api-token',
    pattern: 'dt0c01\\.[a-zA-Z0-9]{24}\\.[a-zA-Z0-9]{64}',
    keywords: ['dt0c01.'],
    entropy: 4,
  },
  {
    id: 'easypost-api-token',
    pattern: '\\bEZAK[a-zA-Z0-9]{54}\\b',
    keywords: ['ezak'],
    entropy: 2,
  },
  {
    id: 'easypost-test-api-token',
    pattern: '\\bEZTK[a-zA-Z0-9]{54}\\b',
    keywords: ['eztk'],
    entropy: 2,
  },
  {
    id: 'etsy-access-token',
    pattern:
      '(?:(?:ETSY|[Ee]tsy))(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{24})(?![\\w-])',
    keywords: ['etsy'],
    entropy: 3,
    isAssigned: true,
  },
  {
    id: 'facebook-access-token',
    pattern: '\\b(\\d{15,16}(\\||%)[0-9a-zA-Z\\-_]{27,40})',
    keywords: ['facebook'],
    entropy: 3,
  },
  {
    id: 'facebook-page-access-token',
    pattern: '\\b(EAA[MC][a-zA-Z0-9]{100,})',
    keywords: ['eaam', 'eaac'],
    entropy: 4,
  },
  {
    id: 'facebook-secret',
    pattern:
      '(?:[fF][aA][cC][eE][bB][oO][oO][kK])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-fA-F0-9]{32})(?![\\w-])',
    keywords: ['facebook'],
    entropy: 3,
    isAssigned: true,
  },
  {
    id: 'fastly-api-token',
    pattern:
      '(?:[fF][aA][sS][tT][lL][yY])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9=_\\-]{32})(?![\\w-])',
    keywords: ['fastly'],
    isAssigned: true,
  },
  {
    id: 'finicity-api-token',
    pattern:
      '(?:[fF][iI][nN][iI][cC][iI][tT][yY])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-fA-F0-9]{32})(?![\\w-])',
    keywords: ['finicity'],
    isAssigned: true,
  },
  {
    id: 'finicity-client-secret',
    pattern:
      '(?:[fF][iI][nN][iI][cC][iI][tT][yY])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{20})(?![\\w-])',
    keywords: ['finicity'],
    isAssigned: true,
  },
  {
    id: 'finnhub-access-token',
    pattern:
      '(?:[fF][iI][nN][nN][hH][uU][bB])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{20})(?![\\w-])',
    keywords: ['finnhub'],
    isAssigned: true,
  },
  {
    id: 'flickr-access-token',
    pattern:
      '(?:[fF][lL][iI][cC][kK][rR])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{32})(?![\\w-])',
    keywords: ['flickr'],
    isAssigned: true,
  },
  {
    id: 'flutterwave-encryption-key',
    pattern: 'FLWSECK_TEST-[a-hA-H0-9]{12}',
    keywords: ['flwseck_test'],
    entropy: 2,
  },
  {
    id: 'flutterwave-public-key',
    pattern: 'FLWPUBK_TEST-[a-hA-H0-9]{32}-[xX]',
    keywords: ['flwpubk_test'],
    entropy: 2,
  },
  {
    id: 'flutterwave-secret-key',
    pattern: 'FLWSECK_TEST-[a-hA-H0-9]{32}-[xX]',
    keywords: ['flwseck_test'],
    entropy: 2,
  },
  {
    id: 'flyio-access-token',
    pattern: '\\b((?:fo1_[\\w-]{43}|fm1[ar]_[a-zA-Z0-9+\\/]{100,}={0,3}|fm2_[a-zA-Z0-9+\\/]{100,}={0,3}))',
    keywords: ['fo1_', 'fm1', 'fm2_'],
    entropy: 4,
  },
  {
    id: 'frameio-api-token',
    pattern: 'fio-u-[a-zA-Z0-9\\-_=]{64}',
    keywords: ['fio-u-'],
  },
  {
    id: 'freshbooks-access-token',
    pattern:
      '(?:[fF][rR][eE][sS][hH][bB][oO][oO][kK][sS])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{64})(?![\\w-])',
    keywords: ['freshbooks'],
    isAssigned: true,
  },
  {
    id: 'gcp-api-key',
    pattern: '\\b(AIza[\\w-]{35})',
    keywords: ['aiza'],
    entropy: 4,
  },
  {
    id: 'github-app-token',
    pattern: '(?:ghu|ghs)_[0-9a-zA-Z]{36}',
    keywords: ['ghu_', 'ghs_'],
    entropy: 3,
  },
  {
    id: 'github-fine-grained-pat',
    pattern: 'github_pat_\\w{82}',
    keywords: ['github_pat_'],
    entropy: 3,
  },
  {
    id: 'github-oauth',
    pattern: 'gho_[0-9a-zA-Z]{36}',
    keywords: ['gho_'],
    entropy: 3,
  },
  {
    id: 'github-pat',
    pattern: 'ghp_[0-9a-zA-Z]{36}',
    keywords: ['ghp_'],
    entropy: 3,
  },
  {
    id: 'github-refresh-token',
    pattern: 'ghr_[0-9a-zA-Z]{36}',
    keywords: ['ghr_'],
    entropy: 3,
  },
  {
    id: 'gitlab-cicd-job-token',
    pattern: 'glcbt-[0-9a-zA-Z]{1,5}_[0-9a-zA-Z_-]{20}',
    keywords: ['glcbt-'],
    entropy: 3,
  },
  {
    id: 'gitlab-deploy-token',
    pattern: 'gldt-[0-9a-zA-Z_\\-]{20}',
    keywords: ['gldt-'],
    entropy: 3,
  },
  {
    id: 'gitlab-feature-flag-client-token',
    pattern: 'glffct-[0-9a-zA-Z_\\-]{20}',
    keywords: ['glffct-'],
    entropy: 3,
  },
  {
    id: 'gitlab-feed-token',
    pattern: 'glft-[0-9a-zA-Z_\\-]{20}',
    keywords: ['glft-'],
    entropy: 3,
  },
  {
    id: 'gitlab-incoming-mail-token',
    pattern: 'glimt-[0-9a-zA-Z_\\-]{25}',
    keywords: ['glimt-'],
    entropy: 3,
  },
  {
    id: 'gitlab-kubernetes-agent-token',
    pattern: 'glagent-[0-9a-zA-Z_\\-]{50}',
    keywords: ['glagent-'],
    entropy: 3,
  },
  {
    id: 'gitlab-oauth-app-secret',
    pattern: 'gloas-[0-9a-zA-Z_\\-]{64}',
    keywords: ['gloas-'],
    entropy: 3,
  },
  {
    id: 'gitlab-pat',
    pattern: 'glpat-[\\w-]{20}',
    keywords: ['glpat-'],
    entropy: 3,
  },
  {
    id: 'gitlab-pat-routable',
    pattern: '\\bglpat-[0-9a-zA-Z_-]{27,300}\\.[0-9a-z]{2}[0-9a-z]{7}\\b',
    keywords: ['glpat-'],
    entropy: 4,
  },
  {
    id: 'gitlab-ptt',
    pattern: 'glptt-[0-9a-f]{40}',
    keywords: ['glptt-'],
    entropy: 3,
  },
  {
    id: 'gitlab-rrt',
    pattern: 'GR1348941[\\w-]{20}',
    keywords: ['gr1348941'],
    entropy: 3,
  },
  {
    id: 'gitlab-runner-authentication-token',
    pattern: 'glrt-[0-9a-zA-Z_\\-]{20}',
    keywords: ['glrt-'],
    entropy: 3,
  },
  {
    id: 'gitlab-runner-authentication-token-routable',
    pattern: '\\bglrt-t\\d_[0-9a-zA-Z_\\-]{27,300}\\.[0-9a-z]{2}[0-9a-z]{7}\\b',
    keywords: ['glrt-'],
    entropy: 4,
  },
  {
    id: 'gitlab-scim-token',
    pattern: 'glsoat-[0-9a-zA-Z_\\-]{20}',
    keywords: ['glsoat-'],
    entropy: 3,
  },
  {
    id: 'gitlab-session-cookie',
    pattern: '_gitlab_session=[0-9a-z]{32}',
    keywords: ['_gitlab_session='],
    entropy: 3,
  },
  {
    id: 'gitter-access-token',
    pattern:
      '(?:[gG][iI][tT][tT][eE][rR])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9_-]{40})(?![\\w-])',
    keywords: ['gitter'],
    isAssigned: true,
  },
  {
    id: 'gocardless-api-token',
    pattern:
      '(?:[gG][oO][cC][aA][rR][dD][lL][eE][sS][sS])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([lL][iI][vV][eE]_[a-zA-Z0-9\\-_=]{40})(?![\\w-])',
    keywords: ['live_', 'gocardless'],
    isAssigned: true,
  },
  {
    id: 'grafana-api-key',
    pattern: '\\b([eE][yY][jJ][rR][iI][jJ][oO][iI][a-zA-Za-zA-Z0-9]{70,400}={0,3})',
    keywords: ['eyjrijoi'],
    entropy: 3,
  },
  {
    id: 'grafana-cloud-api-token',
    pattern: '\\b([gG][lL][cC]_[a-zA-Za-zA-Z0-9+/]{32,400}={0,3})',
    keywords: ['glc_'],
    entropy: 3,
  },
  {
    id: 'grafana-service-account-token',
    pattern: '\\b([gG][lL][sS][aA]_[a-zA-Za-zA-Z0-9]{32}_[a-fA-Fa-fA-F0-9]{8})',
    keywords: ['glsa_'],
    entropy: 3,
  },
  {
    id: 'harness-api-key',
    pattern: '(?:pat|sat)\\.[a-zA-Z0-9_-]{22}\\.[a-zA-Z0-9]{24}\\.[a-zA-Z0-9]{20}',
    keywords: ['pat.', 'sat.'],
  },
  {
    id: 'hashicorp-tf-api-token',
    pattern: '[a-zA-Z0-9]{14}\\.(?:atlasv1)\\.[a-zA-Z0-9\\-_=]{60,70}',
    keywords: ['atlasv1'],
    entropy: 3.5,
  },
  {
    id: 'heroku-api-key',
    pattern:
      '(?:[hH][eE][rR][oO][kK][uU])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})(?![\\w-])',
    keywords: ['heroku'],
    isAssigned: true,
  },
  {
    id: 'heroku-api-key-v2',
    pattern: '\\b((HRKU-AA[0-9a-zA-Z_-]{58}))',
    keywords: ['hrku-aa'],
    entropy: 4,
  },
  {
    id: 'hubspot-api-key',
    pattern:
      '(?:[hH][uU][bB][sS][pP][oO][tT])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})(?![\\w-])',
    keywords: ['hubspot'],
    isAssigned: true,
  },
  {
    id: 'huggingface-access-token',
    pattern: '\\b(hf_(?:[a-zA-Z]{34}))',
    keywords: ['hf_'],
    entropy: 2,
  },
  {
    id: 'huggingface-organization-api-token',
    pattern: '\\b(api_org_(?:[a-zA-Z]{34}))',
    keywords: ['api_org_'],
    entropy: 2,
  },
  {
    id: 'infracost-api-token',
    pattern: '\\b(ico-[a-zA-Z0-9]{32})',
    keywords: ['ico-'],
    entropy: 3,
  },
  {
    id: 'intercom-api-key',
    pattern:
      '(?:[iI][nN][tT][eE][rR][cC][oO][mM])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9=_\\-]{60})(?![\\w-])',
    keywords: ['intercom'],
    isAssigned: true,
  },
  {
    id: 'intra42-client-secret',
    pattern: '\\b(s-s4t2(?:ud|af)-[aAbBcCdDeEfF0123456789]{64})',
    keywords: ['intra', 's-s4t2ud-', 's-s4t2af-'],
    entropy: 3,
  },
  {
    id: 'jfrog-api-key',
    pattern:
      '(?:[jJ][fF][rR][oO][gG]|[aA][rR][tT][iI][fF][aA][cC][tT][oO][rR][yY]|[bB][iI][nN][tT][rR][aA][yY]|[xX][rR][aA][yY])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{73})(?![\\w-])',
    keywords: ['jfrog', 'artifactory', 'bintray', 'xray'],
    isAssigned: true,
  },
  {
    id: 'jfrog-identity-token',
    pattern:
      '(?:[jJ][fF][rR][oO][gG]|[aA][rR][tT][iI][fF][aA][cC][tT][oO][rR][yY]|[bB][iI][nN][tT][rR][aA][yY]|[xX][rR][aA][yY])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{64})(?![\\w-])',
    keywords: ['jfrog', 'artifactory', 'bintray', 'xray'],
    isAssigned: true,
  },
  {
    id: 'jwt',
    pattern: '\\b(ey[a-zA-Z0-9]{17,}\\.ey[a-zA-Z0-9\\/\\\\_-]{17,}\\.(?:[a-zA-Z0-9\\/\\\\_-]{10,}={0,2})?)',
    keywords: ['.ey'],
    entropy: 3,
  },
  {
    id: 'jwt-base64',
    pattern:
      '\\bZXlK(?:(?:aGJHY2lPaU)|(?:aGNIVWlPaU)|(?:aGNIWWlPaU)|(?:aGRXUWlPaU)|(?:aU5qUWlP)|(?:amNtbDBJanBi)|(?:amRIa2lPaU)|(?:bGNHc2lPbn)|(?:bGJtTWlPaU)|(?:cWEzVWlPaU)|(?:cWQyc2lPb)|(?:cGMzTWlPaU)|(?:cGRpSTZJ)|(?:cmFXUWlP)|(?:clpYbGZiM0J6SWpwY)|(?:cmRIa2lPaUp)|(?:dWIyNWpaU0k2)|(?:d01tTWlP)|(?:d01uTWlPaU)|(?:d2NIUWlPaU)|(?:emRXSWlPaU)|(?:emRuUWlP)|(?:MFlXY2lPaU)|(?:MGVYQWlPaUp)|(?:MWNtd2l)|(?:MWMyVWlPaUp)|(?:MlpYSWlPaU)|(?:MlpYSnphVzl1SWpv)|(?:NElqb2)|(?:NE5XTWlP)|(?:NE5YUWlPaU)|(?:NE5YUWpVekkxTmlJNkl)|(?:NE5YVWlPaU)|(?:NmFYQWlPaU))[a-zA-Z0-9\\/\\\\_+\\-\\r\\n]{40,}={0,2}',
    keywords: ['zxlk'],
    entropy: 2,
  },
  {
    id: 'kraken-access-token',
    pattern:
      '(?:[kK][rR][aA][kK][eE][nN])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9\\/=_\\+\\-]{80,90})(?![\\w-])',
    keywords: ['kraken'],
    isAssigned: true,
  },
  {
    id: 'kucoin-access-token',
    pattern:
      '(?:[kK][uU][cC][oO][iI][nN])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-fA-F0-9]{24})(?![\\w-])',
    keywords: ['kucoin'],
    isAssigned: true,
  },
  {
    id: 'kucoin-secret-key',
    pattern:
      '(?:[kK][uU][cC][oO][iI][nN])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})(?![\\w-])',
    keywords: ['kucoin'],
    isAssigned: true,
  },
  {
    id: 'launchdarkly-access-token',
    pattern:
      '(?:[lL][aA][uU][nN][cC][hH][dD][aA][rR][kK][lL][yY])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9=_\\-]{40})(?![\\w-])',
    keywords: ['launchdarkly'],
    isAssigned: true,
  },
  {
    id: 'linear-api-key',
    pattern: 'lin_api_[a-zA-Z0-9]{40}',
    keywords: ['lin_api_'],
    entropy: 2,
  },
  {
    id: 'linear-client-secret',
    pattern:
      '(?:[lL][iI][nN][eE][aA][rR])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-fA-F0-9]{32})(?![\\w-])',
    keywords: ['linear'],
    entropy: 2,
    isAssigned: true,
  },
  {
    id: 'linkedin-client-id',
    pattern:
      '(?:[lL][iI][nN][kK][eE][dD][_-]?[iI][nN])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{14})(?![\\w-])',
    keywords: ['linkedin', 'linked_in', 'linked-in'],
    entropy: 2,
    isAssigned: true,
  },
  {
    id: 'linkedin-client-secret',
    pattern:
      '(?:[lL][iI][nN][kK][eE][dD][_-]?[iI][nN])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{16})(?![\\w-])',
    keywords: ['linkedin', 'linked_in', 'linked-in'],
    entropy: 2,
    isAssigned: true,
  },
  {
    id: 'lob-api-key',
    pattern:
      '(?:[lL][oO][bB])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}(([lL][iI][vV][eE]|[tT][eE][sS][tT])_[a-fA-F0-9]{35})(?![\\w-])',
    keywords: ['test_', 'live_'],
    isAssigned: true,
  },
  {
    id: 'lob-pub-api-key',
    pattern:
      '(?:[lL][oO][bB])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}(([tT][eE][sS][tT]|[lL][iI][vV][eE])_[pP][uU][bB]_[a-fA-F0-9]{31})(?![\\w-])',
    keywords: ['test_pub', 'live_pub', '_pub'],
    isAssigned: true,
  },
  {
    id: 'looker-client-id',
    pattern:
      '(?:[lL][oO][oO][kK][eE][rR])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{20})(?![\\w-])',
    keywords: ['looker'],
    isAssigned: true,
  },
  {
    id: 'looker-client-secret',
    pattern:
      '(?:[lL][oO][oO][kK][eE][rR])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{24})(?![\\w-])',
    keywords: ['looker'],
    isAssigned: true,
  },
  {
    id: 'mailchimp-api-key',
    pattern:
      '(?:[mM][aA][iI][lL][cC][hH][iI][mM][pP][sS][dD][kK].[iI][nN][iI][tT][iI][aA][lL][iI][zZ][eE]|[mM][aA][iI][lL][cC][hH][iI][mM][pP])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-fA-F0-9]{32}-[uU][sS]\\d\\d)(?![\\w-])',
    keywords: ['mailchimp'],
    isAssigned: true,
  },
  {
    id: 'mailgun-private-api-token',
    pattern:
      '(?:[mM][aA][iI][lL][gG][uU][nN])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([kK][eE][yY]-[a-fA-F0-9]{32})(?![\\w-])',
    keywords: ['mailgun'],
    isAssigned: true,
  },
  {
    id: 'mailgun-pub-key',
    pattern:
      '(?:[mM][aA][iI][lL][gG][uU][nN])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([pP][uU][bB][kK][eE][yY]-[a-fA-F0-9]{32})(?![\\w-])',
    keywords: ['mailgun'],
    isAssigned: true,
  },
  {
    id: 'mailgun-signing-key',
    pattern:
      '(?:[mM][aA][iI][lL][gG][uU][nN])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-hA-H0-9]{32}-[a-hA-H0-9]{8}-[a-hA-H0-9]{8})(?![\\w-])',
    keywords: ['mailgun'],
    isAssigned: true,
  },
  {
    id: 'mapbox-api-token',
    pattern:
      '(?:[mM][aA][pP][bB][oO][xX])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([pP][kK]\\.[a-zA-Z0-9]{60}\\.[a-zA-Z0-9]{22})(?![\\w-])',
    keywords: ['mapbox'],
    isAssigned: true,
  },
  {
    id: 'mattermost-access-token',
    pattern:
      '(?:[mM][aA][tT][tT][eE][rR][mM][oO][sS][tT])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{26})(?![\\w-])',
    keywords: ['mattermost'],
    isAssigned: true,
  },
  {
    id: 'maxmind-license-key',
    pattern: '\\b([A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk)',
    keywords: ['_mmk'],
    entropy: 4,
  },
  {
    id: 'messagebird-api-token',
    pattern:
      '(?:[mM][eE][sS][sS][aA][gG][eE][_-]?[bB][iI][rR][dD])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{25})(?![\\w-])',
    keywords: ['messagebird', 'message-bird', 'message_bird'],
    isAssigned: true,
  },
  {
    id: 'messagebird-client-id',
    pattern:
      '(?:[mM][eE][sS][sS][aA][gG][eE][_-]?[bB][iI][rR][dD])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})(?![\\w-])',
    keywords: ['messagebird', 'message-bird', 'message_bird'],
    isAssigned: true,
  },
  {
    id: 'microsoft-teams-webhook',
    pattern:
      'https://[a-z0-9]+\\.webhook\\.office\\.com/webhookb2/[a-z0-9]{8}-([a-z0-9]{4}-){3}[a-z0-9]{12}@[a-z0-9]{8}-([a-z0-9]{4}-){3}[a-z0-9]{12}/IncomingWebhook/[a-z0-9]{32}/[a-z0-9]{8}-([a-z0-9]{4}-){3}[a-z0-9]{12}',
    keywords: ['webhook.office.com', 'webhookb2', 'incomingwebhook'],
  },
  {
    id: 'netlify-access-token',
    pattern:
      '(?:[nN][eE][tT][lL][iI][fF][yY])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9=_\\-]{40,46})(?![\\w-])',
    keywords: ['netlify'],
    isAssigned: true,
  },
  {
    id: 'new-relic-browser-api-token',
    pattern:
      '(?:[nN][eE][wW]-[rR][eE][lL][iI][cC]|[nN][eE][wW][rR][eE][lL][iI][cC]|[nN][eE][wW]_[rR][eE][lL][iI][cC])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([nN][rR][jJ][sS]-[a-fA-F0-9]{19})(?![\\w-])',
    keywords: ['nrjs-'],
    isAssigned: true,
  },
  {
    id: 'new-relic-insert-key',
    pattern:
      '(?:[nN][eE][wW]-[rR][eE][lL][iI][cC]|[nN][eE][wW][rR][eE][lL][iI][cC]|[nN][eE][wW]_[rR][eE][lL][iI][cC])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([nN][rR][iI][iI]-[a-zA-Z0-9-]{32})(?![\\w-])',
    keywords: ['nrii-'],
    isAssigned: true,
  },
  {
    id: 'new-relic-user-api-id',
    pattern:
      '(?:[nN][eE][wW]-[rR][eE][lL][iI][cC]|[nN][eE][wW][rR][eE][lL][iI][cC]|[nN][eE][wW]_[rR][eE][lL][iI][cC])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{64})(?![\\w-])',
    keywords: ['new-relic', 'newrelic', 'new_relic'],
    isAssigned: true,
  },
  {
    id: 'new-relic-user-api-key',
    pattern:
      '(?:[nN][eE][wW]-[rR][eE][lL][iI][cC]|[nN][eE][wW][rR][eE][lL][iI][cC]|[nN][eE][wW]_[rR][eE][lL][iI][cC])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([nN][rR][aA][kK]-[a-zA-Z0-9]{27})(?![\\w-])',
    keywords: ['nrak'],
    isAssigned: true,
  },
  {
    id: 'notion-api-token',
    pattern: '\\b(ntn_[0-9]{11}[A-Za-z0-9]{32}[A-Za-z0-9]{3})',
    keywords: ['ntn_'],
    entropy: 4,
  },
  {
    id: 'npm-access-token',
    pattern: '\\b([nN][pP][mM]_[a-zA-Z0-9]{36})',
    keywords: ['npm_'],
    entropy: 2,
  },
  {
    id: 'nytimes-access-token',
    pattern:
      '(?:[nN][yY][tT][iI][mM][eE][sS]|[nN][eE][wW]-[yY][oO][rR][kK]-[tT][iI][mM][eE][sS],|[nN][eE][wW][yY][oO][rR][kK][tT][iI][mM][eE][sS])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9=_\\-]{32})(?![\\w-])',
    keywords: ['nytimes', 'new-york-times', 'newyorktimes'],
    isAssigned: true,
  },
  {
    id: 'octopus-deploy-api-key',
    pattern: '\\b(API-[A-Z0-9]{26})',
    keywords: ['api-'],
    entropy: 3,
  },
  {
    id: 'okta-access-token',
    pattern:
      '(?:(?:(?:[Oo]kta|OKTA))(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3})(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}(00[\\w=\\-]{40})(?![\\w-])',
    keywords: ['okta'],
    entropy: 4,
    isAssigned: true,
  },
  {
    id: 'openai-api-key',
    pattern:
      '\\b(sk-(?:proj|svcacct|admin)-(?:[A-Za-z0-9_-]{74}|[A-Za-z0-9_-]{58})T3BlbkFJ(?:[A-Za-z0-9_-]{74}|[A-Za-z0-9_-]{58})\\b|sk-[a-zA-Z0-9]{20}T3BlbkFJ[a-zA-Z0-9]{20})',
    keywords: ['t3blbkfj'],
    entropy: 3,
  },
  {
    id: 'openshift-user-token',
    pattern: '\\b(sha256~[\\w-]{43})',
    keywords: ['sha256~'],
    entropy: 3.5,
  },
  {
    id: 'perplexity-api-key',
    pattern: '\\b(pplx-[a-zA-Z0-9]{48})',
    keywords: ['pplx-'],
    entropy: 4,
  },
  {
    id: 'plaid-api-token',
    pattern:
      '(?:[pP][lL][aA][iI][dD])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([aA][cC][cC][eE][sS][sS]-(?:[sS][aA][nN][dD][bB][oO][xX]|[dD][eE][vV][eE][lL][oO][pP][mM][eE][nN][tT]|[pP][rR][oO][dD][uU][cC][tT][iI][oO][nN])-[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})(?![\\w-])',
    keywords: ['plaid'],
    isAssigned: true,
  },
  {
    id: 'plaid-client-id',
    pattern:
      '(?:[pP][lL][aA][iI][dD])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{24})(?![\\w-])',
    keywords: ['plaid'],
    entropy: 3.5,
    isAssigned: true,
  },
  {
    id: 'plaid-secret-key',
    pattern:
      '(?:[pP][lL][aA][iI][dD])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{30})(?![\\w-])',
    keywords: ['plaid'],
    entropy: 3.5,
    isAssigned: true,
  },
  {
    id: 'planetscale-api-token',
    pattern: '\\b(pscale_tkn_[\\w=\\.-]{32,64})',
    keywords: ['pscale_tkn_'],
    entropy: 3,
  },
  {
    id: 'planetscale-oauth-token',
    pattern: '\\b(pscale_oauth_[\\w=\\.-]{32,64})',
    keywords: ['pscale_oauth_'],
    entropy: 3,
  },
  {
    id: 'planetscale-password',
    pattern: '\\b([pP][sS][cC][aA][lL][eE]_[pP][wW]_[\\w=\\.-]{32,64})',
    keywords: ['pscale_pw_'],
    entropy: 3,
  },
  {
    id: 'postman-api-token',
    pattern: '\\b(PMAK-[a-fA-F0-9]{24}\\-[a-fA-F0-9]{34})',
    keywords: ['pmak-'],
    entropy: 3,
  },
  {
    id: 'prefect-api-token',
    pattern: '\\b(pnu_[a-zA-Z0-9]{36})',
    keywords: ['pnu_'],
    entropy: 2,
  },
  {
    id: 'privateai-api-token',
    pattern:
      '(?:(?:[pP][rR][iI][vV][aA][tT][eE][_-]?[aA][iI])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3})(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-z0-9]{32})(?![\\w-])',
    keywords: ['privateai', 'private_ai', 'private-ai'],
    entropy: 3,
    isAssigned: true,
  },
  {
    id: 'pulumi-api-token',
    pattern: '\\b(pul-[a-f0-9]{40})',
    keywords: ['pul-'],
    entropy: 2,
  },
  {
    id: 'pypi-upload-token',
    pattern: 'pypi-AgEIcHlwaS5vcmc[\\w-]{50,1000}',
    keywords: ['pypi-ageichlwas5vcmc'],
    entropy: 3,
  },
  {
    id: 'rapidapi-access-token',
    pattern:
      '(?:[rR][aA][pP][iI][dD][aA][pP][iI])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9_-]{50})(?![\\w-])',
    keywords: ['rapidapi'],
    isAssigned: true,
  },
  {
    id: 'readme-api-token',
    pattern: '\\b(rdme_[a-z0-9]{70})',
    keywords: ['rdme_'],
    entropy: 2,
  },
  {
    id: 'rubygems-api-token',
    pattern: '\\b(rubygems_[a-f0-9]{48})',
    keywords: ['rubygems_'],
    entropy: 2,
  },
  {
    id: 'scalingo-api-token',
    pattern: '\\b(tk-us-[\\w-]{48})',
    keywords: ['tk-us-'],
    entropy: 2,
  },
  {
    id: 'sendbird-access-id',
    pattern:
      '(?:[sS][eE][nN][dD][bB][iI][rR][dD])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})(?![\\w-])',
    keywords: ['sendbird'],
    isAssigned: true,
  },
  {
    id: 'sendbird-access-token',
    pattern:
      '(?:[sS][eE][nN][dD][bB][iI][rR][dD])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-fA-F0-9]{40})(?![\\w-])',
    keywords: ['sendbird'],
    isAssigned: true,
  },
  {
    id: 'sendgrid-api-token',
    pattern: '\\b(SG\\.[a-zA-Z0-9=_\\-\\.]{66})',
    keywords: ['sg.'],
    entropy: 2,
  },
  {
    id: 'sendinblue-api-token',
    pattern: '\\b(xkeysib-[a-f0-9]{64}\\-[a-zA-Z0-9]{16})',
    keywords: ['xkeysib-'],
    entropy: 2,
  },
  {
    id: 'sentry-access-token',
    pattern:
      '(?:[sS][eE][nN][tT][rR][yY])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-fA-F0-9]{64})(?![\\w-])',
    keywords: ['sentry'],
    entropy: 3,
    isAssigned: true,
  },
  {
    id: 'sentry-org-token',
    pattern:
      '\\bsntrys_eyJpYXQiO[a-zA-Z0-9+/]{10,200}(?:LCJyZWdpb25fdXJs|InJlZ2lvbl91cmwi|cmVnaW9uX3VybCI6)[a-zA-Z0-9+/]{10,200}={0,2}_[a-zA-Z0-9+/]{43}',
    keywords: ['sntrys_eyjpyxqio'],
    entropy: 4.5,
  },
  {
    id: 'sentry-user-token',
    pattern: '\\b(sntryu_[a-f0-9]{64})',
    keywords: ['sntryu_'],
    entropy: 3.5,
  },
  {
    id: 'settlemint-application-access-token',
    pattern: '\\b(sm_aat_[a-zA-Z0-9]{16})',
    keywords: ['sm_aat'],
    entropy: 3,
  },
  {
    id: 'settlemint-personal-access-token',
    pattern: '\\b(sm_pat_[a-zA-Z0-9]{16})',
    keywords: ['sm_pat'],
    entropy: 3,
  },
  {
    id: 'settlemint-service-access-token',
    pattern: '\\b(sm_sat_[a-zA-Z0-9]{16})',
    keywords: ['sm_sat'],
    entropy: 3,
  },
  {
    id: 'shippo-api-token',
    pattern: '\\b(shippo_(?:live|test)_[a-fA-F0-9]{40})',
    keywords: ['shippo_'],
    entropy: 2,
  },
  {
    id: 'shopify-access-token',
    pattern: 'shpat_[a-fA-F0-9]{32}',
    keywords: ['shpat_'],
    entropy: 2,
  },
  {
    id: 'shopify-custom-access-token',
    pattern: 'shpca_[a-fA-F0-9]{32}',
    keywords: ['shpca_'],
    entropy: 2,
  },
  {
    id: 'shopify-private-app-access-token',
    pattern: 'shppa_[a-fA-F0-9]{32}',
    keywords: ['shppa_'],
    entropy: 2,
  },
  {
    id: 'shopify-shared-secret',
    pattern: 'shpss_[a-fA-F0-9]{32}',
    keywords: ['shpss_'],
    entropy: 2,
  },
  {
    id: 'sidekiq-secret',
    pattern:
      '(?:[bB][uU][nN][dD][lL][eE]_[eE][nN][tT][eE][rR][pP][rR][iI][sS][eE]__[cC][oO][nN][tT][rR][iI][bB][sS][yY][sS]__[cC][oO][mM]|[bB][uU][nN][dD][lL][eE]_[gG][eE][mM][sS]__[cC][oO][nN][tT][rR][iI][bB][sS][yY][sS]__[cC][oO][mM])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-fA-F0-9]{8}:[a-fA-F0-9]{8})(?![\\w-])',
    keywords: ['bundle_enterprise__contribsys__com', 'bundle_gems__contribsys__com'],
    isAssigned: true,
  },
  {
    id: 'slack-app-token',
    pattern: '[xX][aA][pP][pP]-\\d-[a-zA-Z0-9]+-\\d+-[a-zA-Z0-9]+',
    keywords: ['xapp'],
    entropy: 2,
  },
  {
    id: 'slack-bot-token',
    pattern: 'xoxb-[0-9]{10,13}-[0-9]{10,13}[a-zA-Z0-9-]*',
    keywords: ['xoxb'],
    entropy: 3,
  },
  {
    id: 'slack-config-access-token',
    pattern: '[xX][oO][xX][eE].[xX][oO][xX][bBpP]-\\d-[a-zA-Z0-9]{163,166}',
    keywords: ['xoxe.xoxb-', 'xoxe.xoxp-'],
    entropy: 2,
  },
  {
    id: 'slack-config-refresh-token',
    pattern: '[xX][oO][xX][eE]-\\d-[a-zA-Z0-9]{146}',
    keywords: ['xoxe-'],
    entropy: 2,
  },
  {
    id: 'slack-legacy-bot-token',
    pattern: 'xoxb-[0-9]{8,14}-[a-zA-Z0-9]{18,26}',
    keywords: ['xoxb'],
    entropy: 2,
  },
  {
    id: 'slack-legacy-token',
    pattern: 'xox[os]-\\d+-\\d+-\\d+-[a-fA-F\\d]+',
    keywords: ['xoxo', 'xoxs'],
    entropy: 2,
  },
  {
    id: 'slack-legacy-workspace-token',
    pattern: 'xox[ar]-(?:\\d-)?[0-9a-zA-Z]{8,48}',
    keywords: ['xoxa', 'xoxr'],
    entropy: 2,
  },
  {
    id: 'slack-user-token',
    pattern: 'xox[pe](?:-[0-9]{10,13}){3}-[a-zA-Z0-9-]{28,34}',
    keywords: ['xoxp-', 'xoxe-'],
    entropy: 2,
  },
  {
    id: 'slack-webhook-url',
    pattern: '(?:https?://)?hooks.slack.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{43,56}',
    keywords: ['hooks.slack.com'],
  },
  {
    id: 'snyk-api-token',
    pattern:
      '(?:[sS][nN][yY][kK][_.-]?(?:(?:[aA][pP][iI]|[oO][aA][uU][tT][hH])[_.-]?)?(?:[kK][eE][yY]|[tT][oO][kK][eE][nN]))(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})(?![\\w-])',
    keywords: ['snyk'],
    isAssigned: true,
  },
  {
    id: 'sonar-api-token',
    pattern:
      '(?:[sS][oO][nN][aA][rR][_.-]?([lL][oO][gG][iI][nN]|[tT][oO][kK][eE][nN]))(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}((?:[sS][qQ][uU]_|[sS][qQ][pP]_|[sS][qQ][aA]_)?[a-zA-Z0-9=_\\-]{40})(?![\\w-])',
    keywords: ['sonar'],
    isAssigned: true,
  },
  {
    id: 'sourcegraph-access-token',
    pattern:
      '\\b(\\b([sS][gG][pP]_(?:[a-fA-Fa-fA-F0-9]{16}|[lL][oO][cC][aA][lL])_[a-fA-Fa-fA-F0-9]{40}|[sS][gG][pP]_[a-fA-Fa-fA-F0-9]{40})\\b)',
    keywords: ['sgp_', 'sourcegraph'],
    entropy: 3,
  },
  {
    id: 'square-access-token',
    pattern: '\\b((?:EAAA|sq0atp-)[\\w-]{22,60})',
    keywords: ['sq0atp-', 'eaaa'],
    entropy: 2,
  },
  {
    id: 'squarespace-access-token',
    pattern:
      '(?:[sS][qQ][uU][aA][rR][eE][sS][pP][aA][cC][eE])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})(?![\\w-])',
    keywords: ['squarespace'],
    isAssigned: true,
  },
  {
    id: 'stripe-access-token',
    pattern: '\\b((?:sk|rk)_(?:test|live|prod)_[a-zA-Z0-9]{10,99})',
    keywords: ['sk_test', 'sk_live', 'sk_prod', 'rk_test', 'rk_live', 'rk_prod'],
    entropy: 2,
  },
  {
    id: 'sumologic-access-id',
    pattern:
      '(?:(?:(?:[Ss]umo|SUMO))(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3})(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}(su[a-zA-Z0-9]{12})(?![\\w-])',
    keywords: ['sumo'],
    entropy: 3,
    isAssigned: true,
  },
  {
    id: 'sumologic-access-token',
    pattern:
      '(?:(?:[Ss]umo|SUMO))(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{64})(?![\\w-])',
    keywords: ['sumo'],
    entropy: 3,
    isAssigned: true,
  },
  {
    id: 'telegram-bot-api-token',
    pattern:
      '(?:[tT][eE][lL][eE][gG][rR])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([0-9]{5,16}:(?:A)[a-zA-Z0-9_\\-]{34})(?![\\w-])',
    keywords: ['telegr'],
    isAssigned: true,
  },
  {
    id: 'travisci-access-token',
    pattern:
      '(?:[tT][rR][aA][vV][iI][sS])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{22})(?![\\w-])',
    keywords: ['travis'],
    isAssigned: true,
  },
  {
    id: 'twilio-api-key',
    pattern: 'SK[0-9a-fA-F]{32}',
    keywords: [
      'sk0',
      'sk1',
      'sk2',
      'sk3',
      'sk4',
      'sk5',
      'sk6',
      'sk7',
      'sk8',
      'sk9',
      'ska',
      'skb',
      'skc',
      'skd',
      'ske',
      'skf',
    ],
    entropy: 3,
  },
  {
    id: 'twitch-api-token',
    pattern:
      '(?:[tT][wW][iI][tT][cC][hH])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{30})(?![\\w-])',
    keywords: ['twitch'],
    isAssigned: true,
  },
  {
    id: 'twitter-access-secret',
    pattern:
      '(?:[tT][wW][iI][tT][tT][eE][rR])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{45})(?![\\w-])',
    keywords: ['twitter'],
    isAssigned: true,
  },
  {
    id: 'twitter-access-token',
    pattern:
      '(?:[tT][wW][iI][tT][tT][eE][rR])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([0-9]{15,25}-[a-zA-Za-zA-Z0-9]{20,40})(?![\\w-])',
    keywords: ['twitter'],
    isAssigned: true,
  },
  {
    id: 'twitter-api-key',
    pattern:
      '(?:[tT][wW][iI][tT][tT][eE][rR])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{25})(?![\\w-])',
    keywords: ['twitter'],
    isAssigned: true,
  },
  {
    id: 'twitter-api-secret',
    pattern:
      '(?:[tT][wW][iI][tT][tT][eE][rR])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{50})(?![\\w-])',
    keywords: ['twitter'],
    isAssigned: true,
  },
  {
    id: 'twitter-bearer-token',
    pattern:
      '(?:[tT][wW][iI][tT][tT][eE][rR])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([aA]{22}[a-zA-Za-zA-Z0-9%]{80,100})(?![\\w-])',
    keywords: ['twitter'],
    isAssigned: true,
  },
  {
    id: 'typeform-api-token',
    pattern:
      '(?:[tT][yY][pP][eE][fF][oO][rR][mM])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([tT][fF][pP]_[a-zA-Z0-9\\-_\\.=]{59})(?![\\w-])',
    keywords: ['tfp_'],
    isAssigned: true,
  },
  {
    id: 'vault-batch-token',
    pattern: '\\b(hvb\\.[\\w-]{138,300})',
    keywords: ['hvb.'],
    entropy: 4,
  },
  {
    id: 'vault-service-token',
    pattern: '\\b((?:hvs\\.[\\w-]{90,120}))',
    keywords: ['hvs.'],
    entropy: 3.5,
  },
  {
    id: 'yandex-access-token',
    pattern:
      '(?:[yY][aA][nN][dD][eE][xX])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([tT]1\\.[a-zA-Z0-9a-zA-Z_-]+[=]{0,2}\\.[a-zA-Z0-9a-zA-Z_-]{86}[=]{0,2})(?![\\w-])',
    keywords: ['yandex'],
    isAssigned: true,
  },
  {
    id: 'yandex-api-key',
    pattern:
      '(?:[yY][aA][nN][dD][eE][xX])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([aA][qQ][vV][nN][a-zA-Za-zA-Z0-9_\\-]{35,38})(?![\\w-])',
    keywords: ['yandex'],
    isAssigned: true,
  },
  {
    id: 'yandex-aws-access-token',
    pattern:
      '(?:[yY][aA][nN][dD][eE][xX])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([yY][cC][a-zA-Za-zA-Z0-9_\\-]{38})(?![\\w-])',
    keywords: ['yandex'],
    isAssigned: true,
  },
  {
    id: 'zendesk-secret-key',
    pattern:
      '(?:[zZ][eE][nN][dD][eE][sS][kK])(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}([a-zA-Z0-9]{40})(?![\\w-])',
    keywords: ['zendesk'],
    isAssigned: true,
  },
];
