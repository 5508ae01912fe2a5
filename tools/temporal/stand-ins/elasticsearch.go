package client

import (
	"errors"
	"net/http"
)

// NewAwsHttpClient stands in for the signer of requests to Elasticsearch on AWS.
func NewAwsHttpClient(config ESAWSRequestSigningConfig) (*http.Client, error) {
	if !config.Enabled {
		return nil, nil
	}
	return nil, errors.New("this build of the Temporal server signs no requests to AWS")
}
